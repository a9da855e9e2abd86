import APICallBase
@testable import APICallDrafts
import Testing

@Suite("Requests that are typed")
struct RequestLineTests {
  private static let token =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9l"

  private static func line(
    _ method: String, _ words: [String], isForm: Bool = false
  ) throws(Failure) -> RequestLine {
    try RequestLine(method, words[0], Array(words.dropFirst()), isForm: isForm) { _ in
      Array("\u{FEFF}fünf\n".utf8)
    }
  }

  @Test(
    "A URL is sent with the bytes that are typed, also where it has a credential",
    arguments: [
      ("https://a.example/x?", "https://a.example/x?", []),
      ("https://a.example/bottle:red%20wine", "https://a.example/bottle:red%20wine", []),
      (
        "https://a.example/bot12:AB-c/x", "https://a.example/bot12:<path_secret>/x", ["AB-c"]
      ),
      (
        "https://a.example/\(token)%2Fpart", "https://a.example/<path_secret>",
        ["\(token)/part"]
      ),
      ("https://a.example/\(token)%2fpart", "https://a.example/\(token)%2fpart", []),
      (
        "https://a.example/x?api_key=hunter22&page=2&flag",
        "https://a.example/x?api_key=<api_key>&page=2&flag", ["hunter22"]
      ),
      (
        "https://a.example/x?pass%77ord=a%20b+c&token=%ff&sig=",
        "https://a.example/x?pass%77ord=<password>+<password_2>&token=%ff&sig=", ["a b", "c"]
      ),
    ] as [(String, String, [String])])
  func urls(_ url: String, _ expected: String, _ values: [String]) throws {
    let line = try Self.line("GET", [url])
    #expect(line.draft.url.template() == expected)
    #expect(line.draft.query.isEmpty)
    #expect(line.values.map(\.value) == values)
  }

  @Test(
    "Items keep their order",
    arguments: [
      (
        ["https://a.example/x", "x==1", "x==3", "z=="],
        """
        url: https://a.example/x
        method: GET
        query:
          x:
            - "1"
            - "3"
          z: ""

        """
      ),
      (
        ["https://a.example/x", "x==1 2", "z==a+b", "x==3"],
        "url: https://a.example/x?x=1%202&z=a%2Bb&x=3\nmethod: GET\n"
      ),
      (
        ["https://a.example/x?", "x==1", "z==<", "x==3"],
        "url: https://a.example/x?x=1&z=%3C&x=3\nmethod: GET\n"
      ),
      (
        ["https://a.example/x?a=?", "x==1", "token==t", "x==3"],
        """
        url: https://a.example/x?a=?&x=1&token=<token>&x=3
        method: GET
        inputs:
          token:
            secret: true

        """
      ),
    ] as [([String], String)])
  func query(_ words: [String], _ expected: String) throws {
    #expect(try DraftWriter.text(of: Self.line("GET", words).draft) == expected)
  }

  @Test("The items of a form keep their order in a text")
  func form() throws {
    let words = ["https://a.example/x", "a=1 ü", "b=&", "a=3"]
    #expect(
      try DraftWriter.text(of: Self.line("POST", words, isForm: true).draft) == """
        url: https://a.example/x
        method: POST
        text: a=1+%C3%BC&b=%26&a=3
        type: application/x-www-form-urlencoded

        """)
  }

  @Test(
    "Items whose order a file cannot keep are refused",
    arguments: [["a=1", "password=x y", "a=3"], ["a@f", "b=1", "a@g"]])
  func disordered(_ words: [String]) {
    let failure = #expect(throws: Failure.self) {
      try Self.line("POST", ["https://a.example/x"] + words, isForm: true)
    }
    #expect(
      failure?.diagnostics.map(\.message) == [
        "items with the same name have another item between them, which a file cannot keep"
      ])
  }

  @Test("The byte order mark of a file is no part of a value")
  func byteOrderMark() throws {
    let line = try Self.line("POST", ["https://a.example/x", "a=@f", "X-A:@f", "b==@f"])
    #expect(line.values.map(\.value) == ["fünf", "fünf"])
    #expect(
      try DraftWriter.text(of: line.draft).hasSuffix("json:\n  a: fünf\n"))
  }
}
