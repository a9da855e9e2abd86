import APICallBase
import APICallText
import Testing

@Suite("Paths as text")
struct FilePathTests {
  @Test(
    "A path is joined to the folder it is relative to",
    arguments: [
      ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), (".", "b", "b"), ("", "b", "b"),
      ("a", "/b", "/b"), ("a", "../b", "a/../b"),
    ])
  func join(_ folder: String, _ path: String, _ joined: String) {
    #expect(FilePath.join(folder, path) == joined)
  }

  @Test(
    "A path has a folder and a name",
    arguments: [
      ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b", "/a", "b"),
      ("a/b/", "a/b", ""),
      ("/", "/", ""),
    ])
  func parts(_ path: String, _ folder: String, _ name: String) {
    #expect(FilePath.folder(of: path) == folder)
    #expect(FilePath.name(of: path) == name)
  }

  @Test(
    "Dots are resolved in the text alone",
    arguments: [
      ("/a/./b/../c", "/a/c"), ("a//b/", "a/b"), ("../a", "../a"), ("a/../../b", "../b"), ("", "."),
      (".", "."), ("a/..", "."), ("/..", "/"), ("/../a", "/a"), ("/", "/"), ("../../a", "../../a"),
    ])
  func normalized(_ path: String, _ normalized: String) {
    #expect(FilePath.normalized(path) == normalized)
  }

  @Test(
    "A slash is a byte, whatever it combines with",
    arguments: [
      ("/a/b", ["", "a", "b"]), ("/\u{301}a/\u{301}/", ["", "\u{301}a", "\u{301}", ""]),
      ("", [""]), ("é", ["é"]),
    ])
  func bytes(_ text: String, _ parts: [String]) {
    #expect(text.split(atByte: "/", omittingEmpty: false) == parts)
    #expect(text.split(atByte: "/") == parts.filter { !$0.isEmpty })
    #expect(text.begins(with: "/") == (parts.count > 1 && parts.first == ""))
    #expect(text.ends(with: "/") == (parts.count > 1 && parts.last == ""))
  }

  @Test(
    "A file that cannot be read has a reason in words",
    arguments: [
      (.notFound, "no such file"), (.notPermitted, "permission denied"),
      (.isFolder, "it is a folder"), (.tooLarge(limit: 9), "it is longer than 9 bytes"),
      (.other("stale handle"), "stale handle"),
    ] as [(FileError, String)])
  func reason(_ error: FileError, _ reason: String) {
    #expect(error.reason == reason)
  }
}
