import APICallModel
import Testing

@Suite("The path that a step saves to")
struct SavePathTests {
  private static func path(_ parts: [(String, SavePath.Author)]) -> String {
    var path = SavePath()
    for (text, author) in parts { path.append(text, by: author) }
    if let fault = path.end() { return fault.words }
    let names = path.segments.map { $0.isTyped ? "<\($0.name)>" : $0.name }
    return (path.isAbsolute ? "/" : "") + names.joined(separator: "/")
  }

  @Test("It remembers for each name whether the user typed it, and refuses other names")
  func cases() {
    let cases: [([(String, SavePath.Author)], String)] = [
      ([("out/x", .file)], "out/x"), ([("./out//x", .file)], "out/x"),
      ([("/x", .file)], "is an absolute path"), ([("/x", .user)], "/<x>"),
      ([("", .user), ("/x", .file)], "is an absolute path"),
      ([("../x", .file)], "contains '..'"), ([("../x", .user)], "<..>/<x>"),
      ([("a/../x", .file)], "contains '..'"),
      ([("a", .file), ("/../x", .user)], "a/<..>/<x>"),
      ([(".x", .file)], "starts a name with a dot"),
      ([("a/.x/y", .file)], "starts a name with a dot"),
      ([(".x", .user)], "<.x>"), ([("/a/.b", .user), ("/c.json", .file)], "/<a>/<.b>/c.json"),
      ([(".x", .user), (".json", .file)], ".x.json"),
      ([(".", .user), ("ssh/x", .file)], "starts a name with a dot"),
      ([(".", .user), ("./x", .file)], "contains '..'"),
      ([(".", .user), ("/x", .file)], "x"), ([("..", .user), ("/x", .file)], "<..>/x"),
      ([("..", .user), ("x", .file)], "starts a name with a dot"),
      ([("a/", .file), (".x", .user)], "a/<.x>"), ([("a", .file), (".x", .user)], "a.x"),
      ([("out/", .file), ("1", .value), (".json", .file)], "out/1.json"),
      ([("out/", .file), ("a/b", .value)], "contains a slash"),
      ([("out/", .file), ("", .value)], "is empty"),
      ([("out/", .file), ("\0", .value)], "contains NUL"), ([("\0", .user)], "contains NUL"),
      ([("out/", .file), ("..", .value)], "starts the name with a dot"),
      ([(".x", .user), ("1", .value)], ".x1"),
      ([("out/", .file)], "does not name a file"),
      ([("out", .user), ("/", .file)], "does not name a file"),
      ([("", .user)], "does not name a file"), ([(".", .user)], "does not name a file"),
    ]
    for (parts, expected) in cases { #expect(Self.path(parts) == expected, "\(parts)") }
  }

  @Test("It is unrestricted if the user typed all of it")
  func free() {
    for (text, author, isFree) in [("/a/.b", SavePath.Author.user, true), ("a", .file, false)] {
      var path = SavePath()
      path.append(text, by: author)
      #expect(path.end() == nil)
      #expect(path.isFree == isFree)
    }
  }
}
