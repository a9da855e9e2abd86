import APICallHTTP
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Tags of a spec")
struct LocalTagTests {
  private func call(_ lines: String) throws -> OutgoingRequest {
    try SpecText.call("host: a.example\ninputs: {n: {default: v}}\n" + lines).request
  }

  @Test(
    "!raw turns placeholders off in a value and everything in it",
    arguments: [
      ("json: {a: !raw <n>, b: <n>}", #"{"a":"<n>","b":"v"}"#),
      (
        "json: !raw {a: <x>, b: [<y | z>, {c: \\<n>}], d: 1}",
        #"{"a":"<x>","b":["<y | z>",{"c":"\\<n>"}],"d":1}"#
      ),
      ("json: !raw [<n>]", #"["<n>"]"#),
      ("json: !raw <n>", #""<n>""#),
      ("json: {a: &a [<n>], b: !raw [x, *a], c: *a}", #"{"a":["v"],"b":["x",["<n>"]],"c":["v"]}"#),
      ("json: {a: &a !raw <n>, b: *a}", #"{"a":"<n>","b":"<n>"}"#),
      ("json: {a: !raw \"<n>\", b: !raw true, c: !raw null}", #"{"a":"<n>","b":true,"c":null}"#),
      ("json:\n  a: !raw |\n    <n>\n", #"{"a":"<n>\n"}"#),
      ("form: !raw {a: <n>, b: [<n>, c]}", "a=%3Cn%3E&b=%3Cn%3E&b=c"),
      ("form: {a: !raw <n>, b: !raw [<n>, <m>], c: <n>}", "a=%3Cn%3E&b=%3Cn%3E&b=%3Cm%3E&c=v"),
    ])
  func raw(_ lines: String, _ body: String) throws {
    #expect(try call(lines).body?.held?.revealed == body)
  }

  @Test("!raw works in paths, queries and header fields")
  func rawElsewhere() throws {
    let request = try call("path: !raw /<n>\nquery: {q: !raw <n>}\nheaders: {X-A: !raw '<n>'}")
    #expect(request.url.text.revealed == "https://a.example/%3Cn%3E?q=%3Cn%3E")
    #expect(request.headers.contains { $0.name == "X-A" && $0.value.revealed == "<n>" })
  }

  @Test("Words of YAML 1.1, dates and unusual digits are text")
  func text() throws {
    let body = try call("json: [yes, no, on, off, y, n, 1_000, 12:30, 2024-01-01, 0b1, 0O7, 1e, +]")
      .body?.held?.revealed
    #expect(
      body == #"["yes","no","on","off","y","n","1_000","12:30","2024-01-01","0b1","0O7","1e","+"]"#)
  }
}
