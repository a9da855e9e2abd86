import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallResponses
import APICallText
import TestWorlds
import Testing

@Suite("Outputs taken by a regular expression")
struct OutputPatternTests {
  private static let json =
    #"{"a": "order 41 of 50", "n": 12.50, "t": true, "l": ["41"], "o": null}"#
  private static let html = #"<input name="csrf" value="Zk3-é"><input name="next" value="/home">"#

  private func answer(
    _ body: [UInt8], _ type: String, _ headers: [ResponseHead.Field] = []
  ) throws -> BufferedResponse {
    let head = ResponseHead(status: 200, headers: [.init("Content-Type", type)] + headers)
    let mediaType = MediaType(type)
    let decoder = mediaType.flatMap { Builtins.registry().decoder(for: $0) }
    return try BufferedResponse(
      ReceivedResponse(head: head, body: body), decoder: decoder,
      DecodeSettings(mediaType: mediaType))
  }

  private func outcome(_ output: String, _ answer: BufferedResponse) throws -> [String] {
    let endpoint = try SpecText.endpoint("host: a.example\noutputs:\n  o: \(output)")
    do throws(Failure) {
      let value = try answer.value(of: .output("o"), in: endpoint)
      return [String(decoding: value.jsonText, as: UTF8.self)]
    } catch {
      #expect(error.status == .decoding)
      return error.diagnostics.flatMap { [$0.message, $0.hint].compactMap { $0 } }
    }
  }

  @Test(
    "They come from the text or number at a path",
    arguments: [
      (#"{from: $.a, regex: '\d+'}"#, [#""41""#]),
      (#"{from: $.a, regex: 'of (\d+)'}"#, [#""50""#]),
      (#"{from: $.n, regex: '^\d+'}"#, [#""12""#]),
      (
        #"{from: $.a, regex: '(x)?'}"#,
        [
          "the pattern '(x)?' finds nothing in the text at $.a for the output 'o'"
        ]
      ),
      (#"{from: $.a, regex: '^$', default: 7}"#, ["7"]),
      (#"{from: $.none, regex: 'a', default: null}"#, ["null"]),
      (
        #"{from: $.none, regex: 'a'}"#,
        [
          "the response has nothing at $.none for the output 'o'", "the response has a, n, t, l, o",
        ]
      ),
      (
        #"{from: $.l, regex: 'a', default: 1}"#,
        [
          "'regex' takes text or a number, but $.l selects a list for the output 'o'",
          "select text inside it, or leave out 'regex'",
        ]
      ),
      (
        #"{from: $.t, regex: 'a'}"#,
        [
          "'regex' takes text or a number, but $.t selects true or false for the output 'o'",
          "select text inside it, or leave out 'regex'",
        ]
      ),
      (
        #"{from: $.o, regex: 'a'}"#,
        [
          "'regex' takes text or a number, but $.o selects null for the output 'o'",
          "select text inside it, or leave out 'regex'",
        ]
      ),
      (
        #"{from: '$.l[*]', regex: 'a'}"#,
        [
          "'regex' takes text or a number, but $.l[*] selects a list for the output 'o'",
          "a path of names and indexes selects one value; any other path selects a list",
        ]
      ),
    ])
  func path(_ output: String, _ expected: [String]) throws {
    #expect(try outcome(output, answer(Array(Self.json.utf8), "application/json")) == expected)
  }

  @Test(
    "They come from the first matching field of a header",
    arguments: [
      ("{header: link, regex: '/orders/([0-9]+)'}", [#""41""#]),
      ("{header: LINK, regex: '<[^>]*>'}", [#""</a>""#]),
      ("{header: Link, regex: 'x', default: y}", [#""y""#]),
      (
        "{header: Link, regex: 'x'}",
        [
          "the pattern 'x' finds nothing in the header field 'Link' for the output 'o'"
        ]
      ),
      ("{header: Age, regex: 'x'}", ["the response has no header field 'Age' for the output 'o'"]),
    ])
  func header(_ output: String, _ expected: [String]) throws {
    let answer = try answer(
      [], "text/plain", [.init("Link", "</a>"), .init("Link", "</orders/41>; </orders/42>")])
    #expect(try outcome(output, answer) == expected)
  }

  @Test(
    "They come from the text of a body of any media type, in its charset",
    arguments: [
      ("text/html; charset=utf-8", Array(html.utf8)),
      ("text/html; charset=iso-8859-1", html.unicodeScalars.map { UInt8($0.value) }),
      ("text/html; charset=utf-16be", html.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }),
      ("image/svg+xml", Array(html.utf8)), ("application/x-unknown", Array(html.utf8)),
      ("application/json", Array(#"{"html": "<a value=\"Zk3-é\">"}"#.utf8)),
    ])
  func text(_ type: String, _ body: [UInt8]) throws {
    let output = #"{regex: 'value=\\?"([^"\\]+)'}"#
    #expect(try outcome(output, answer(body, type)) == [#""Zk3-é""#])
  }

  @Test(
    "They are missing if the body does not match",
    arguments: [
      ("text/html", "<a>", ["the response is 'text/html', 3 bytes"]),
      ("text/html", "a", ["the response is 'text/html', 1 byte"]),
      ("text/html", "", ["the response is empty"]),
    ])
  func missing(_ type: String, _ body: String, _ hint: [String]) throws {
    let answer = try answer(Array(body.utf8), type)
    #expect(
      try outcome("{regex: 'nonce=(.*)'}", answer)
        == ["the pattern 'nonce=(.*)' finds nothing in the body for the output 'o'"] + hint)
    #expect(try outcome("{regex: 'nonce=(.*)', default: [1]}", answer) == ["[1]"])
  }

  @Test(
    "A hint shows only a little of a response, and no key in part",
    arguments: [
      (1...12, 1, (1...12).map { "k\($0)" }.joined(separator: ", ")),
      (1...13, 1, (1...12).map { "k\($0)" }.joined(separator: ", ") + ", …"),
      (1...2, 40, "\(String(repeating: "k", count: 39))1, \(String(repeating: "k", count: 39))2"),
      (1...2, 41, "…, …"), (1...1, 20_000, "…"),
      (
        1...9, 40,
        (1...4).map { String(repeating: "k", count: 39) + "\($0)" }.joined(separator: ", ") + ", …"
      ),
    ])
  func longKeys(_ numbers: ClosedRange<Int>, _ length: Int, _ shown: String) throws {
    let members = numbers.map { number in
      let number = "\(number)"
      let start = String(repeating: "k", count: max(length - number.count, 1))
      return "\"\(start)\(number)\": 1"
    }
    let answer = try answer(
      Array("{\(members.joined(separator: ", "))}".utf8), "application/json")
    let hint = try outcome("{from: $.none}", answer).last
    #expect(hint == "the response has \(shown)")
    #expect((hint?.count ?? 0) <= 200)
  }

  @Test("A hint does not show a long media type")
  func longType() throws {
    let type = "text/html; a=\(String(repeating: "x", count: 20_000))"
    let answer = try answer(Array("<a>".utf8), type)
    #expect(try outcome("{regex: 'n'}", answer).last == "the response is '…', 3 bytes")
  }

  @Test("A pattern that takes too many steps is stopped, whatever the default is")
  func steps() throws {
    let answer = try answer(Array(String(repeating: "x", count: 40).utf8), "text/plain")
    #expect(
      try outcome("{regex: '^(x+x+)+[yz]', default: 1}", answer) == [
        "cannot search the body for the output 'o': the pattern '^(x+x+)+[yz]' takes too many steps"
          + " on it", "write a pattern that backtracks less: do not repeat a repetition",
      ])
  }
}
