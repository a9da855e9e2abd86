import APICallHTTP
import TestWorlds
import Testing

@Suite("Bodies that are sent byte for byte")
struct VerbatimBodyTests {
  static let inputs = "inputs: {id: {default: 7}, user: {default: Ann}, none: {required: false}}\n"

  @Test(
    "Text is sent as written; only the placeholders that `template` names are replaced",
    arguments: [
      ("text: <id>", "<id>"), ("text: '\\<id>'", "\\<id>"), ("text: 1.10", "1.10"),
      ("text: ''", ""), ("text: |\n  <a b=\"<id>\">\n  </a>\n", "<a b=\"<id>\">\n</a>\n"),
      ("text: <id><user>\ntemplate: [id]", "7<user>"),
      ("text: <id><user>\ntemplate: [user, id]", "7Ann"),
      ("text: '\\<id> \\<user> <id>'\ntemplate: [id]", "<id> \\<user> 7"),
      ("text: '<user | upper | base64><x | y><now()>'\ntemplate: [user]", "QU5O<x | y><now()>"),
      ("text: '<id a=\"1\"><id/></id><idx><id>'\ntemplate: [id]", "<id a=\"1\"><id/></id><idx>7"),
      ("text: '<![CDATA[<id>]]> a < b <id'\ntemplate: [id]", "<![CDATA[7]]> a < b <id"),
      ("text: !raw <id>\ntemplate: [id]", "<id>"), ("text: <id>\ntemplate: []", "<id>"),
      ("text: <none | default(\"x\")>\ntemplate: [none]", "x"),
    ])
  func text(_ spec: String, _ sent: String) throws {
    #expect(try BodyText(Self.inputs + spec).text == sent)
  }

  @Test("A let can be a placeholder too")
  func lets() throws {
    let spec = "let: {at: '<now() | date(\"unix\")>'}\ntext: at=<at>\ntemplate: [at]"
    #expect(try BodyText(spec).text == "at=1769860800")
  }

  @Test(
    "The type is the one beside the body, else the default; a Content-Type field overrides it",
    arguments: [
      ("text: x", "text/plain; charset=utf-8"), ("text: x\ntype: text/xml", "text/xml"),
      ("file: f", "application/octet-stream"), ("file: f\ntype: image/png; q=1", "image/png; q=1"),
      ("file: f\ntemplate: [id]", "application/octet-stream"),
      ("text: x\nheaders: {content-type: a/b}", "a/b"),
      ("text: x\ntype: text/xml\nheaders: {content-type: a/b}", "a/b"),
      ("graphql: {query: x}", "application/json"), ("form: {a: b}\nform_style: brackets", nil),
    ])
  func type(_ spec: String, _ type: String?) throws {
    let body = try BodyText(Self.inputs + spec, files: MemoryFiles(["f": "<id>"]))
    #expect(body.header("Content-Type") == type ?? "application/x-www-form-urlencoded")
    #expect(body.request.headers.count { $0.isNamed("Content-Type") } == 1)
    #expect(body.request.method == "POST")
  }

  @Test("A file is sent unchanged, whatever it contains, and is not buffered")
  func file() throws {
    var files = MemoryFiles()
    let bytes: [UInt8] = [0, 0xFF, 0x0D, 0x0A] + Array("<id>".utf8)
    files.add("f", bytes: bytes)
    let body = try BodyText(Self.inputs + "file: f", files: files)
    #expect(body.request.body?.held == nil)
    #expect(try body.request.body?.bytes(limit: 100) == bytes)
    #expect(body.header("Content-Length") == "8")
    #expect(body.request.body?.masked == "<8 bytes of f>")
  }

  @Test(
    "A path can contain values, and `template` names placeholders in the file",
    arguments: [
      ("file: f-<id>.xml", "<a><id>\\<id></a>"), ("file: <user>\n", "by Ann: <user>"),
      ("file: f-7.xml\ntemplate: [id]", "<a>7<id></a>"),
      ("file: <user>\ntemplate: [user]", "by Ann: Ann"), ("file: sub/../<user>", "by Ann: <user>"),
    ])
  func template(_ spec: String, _ sent: String) throws {
    let files = MemoryFiles([
      "f-7.xml": "<a><id>\\<id></a>", "Ann": "by Ann: <user>", "sub/x": "",
    ])
    #expect(try BodyText(Self.inputs + spec, files: files).text == sent)
  }

  @Test(
    "Values in text and in a file are escaped as `escape` says, and the rest is not",
    arguments: [
      ("xml", "&<a b=\"&lt;&amp;&#10;,\"/>"), ("html", "&<a b=\"&lt;&amp;\n,\"/>"),
      ("none", "&<a b=\"<&\n,\"/>"),
    ])
  func escape(_ escape: String, _ sent: String) throws {
    let spec = "inputs: {v: {default: \"<&\\n,\"}}\ntemplate: [v]\nescape: \(escape)\n"
    let text = "&<a b=\"<v>\"/>"
    #expect(try BodyText(spec + "text: '\(text)'").text == sent)
    #expect(try BodyText(spec + "file: f", files: MemoryFiles(["f": text])).text == sent)
  }

  @Test("An unset optional input as the file leaves the body out")
  func unset() throws {
    let body = try BodyText(Self.inputs + "file: <none>")
    #expect(body.request.body == nil)
    #expect(body.header("Content-Length") == "0" && body.header("Content-Type") == nil)
  }

  @Test("Text made from a secret is masked, in text and in a template")
  func secrets() throws {
    let files = MemoryFiles(["f": "k=<key>;", "hunter2": "x"])
    let inputs = "inputs: {key: {secret: true, default: hunter2}}\n"
    for spec in ["text: k=<key>;\ntemplate: [key]", "file: f\ntemplate: [key]"] {
      let body = try BodyText(inputs + spec, files: files)
      #expect(body.text == "k=hunter2;" && body.request.body?.masked == "k=***;")
    }
    let named = try BodyText(inputs + "file: <key>", files: files)
    #expect(named.text == "x" && named.request.body?.masked == "<1 byte of ***>")
    #expect(!String(reflecting: named.request).contains("hunter"))
    var dumped = ""
    dump(named.request, to: &dumped)
    #expect(!dumped.contains("hunter"))
  }
}
