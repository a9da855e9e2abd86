import Foundation
import TestServers
import Testing

@Suite("Credentials of servers in recordings")
struct RecordedCredentialTests {
  /// A response with credentials that only their names show.
  struct Body: Sendable, CustomTestStringConvertible {
    var name: String
    var type = "application/json"
    var text: String
    var headers: [String] = []
    /// The recorded bytes, in which the credentials are masked.
    var recorded: String
    var testDescription: String { name }
  }

  static let bodies = [
    Body(
      name: "nested objects",
      text: #"{"data":{"credentials":{"accessToken":"aaa-1"}},"x":[[{"id_token":"bbb-2"}]]}"#,
      recorded: """
        {
          "data": {
            "credentials": {
              "accessToken": "masked-1"
            }
          },
          "x": [
            [
              {
                "id_token": "masked-2"
              }
            ]
          ]
        }

        """),
    Body(
      name: "lists", type: "text/plain",
      text: #"{"tokens":[{"value":"aaa-1","n":"the"}],"apiKeys":["bbb-2"],"token":{"value":"c"}}"#,
      recorded: #"{"tokens":[{"value":"masked-1","n":"the"}],"apiKeys":["masked-2"],"#
        + #""token":{"value":"masked-3"}}"#),
    Body(
      name: "objects of a token", type: "text/plain",
      text: #"{"token":{"access":{"value":"aaa-1"},"refresh":"bbb-2","type":"bearer"}}"#,
      recorded: #"{"token":{"access":{"value":"masked-1"},"refresh":"masked-2","type":"bearer"}}"#),
    Body(
      name: "escaped JSON", type: "text/html",
      text: "<p data-page=\"{&quot;csrf_token&quot;:&quot;aaa-1&quot;}\" accesskey=\"k\"></p>"
        + "<a href=\"?q=%7B%22token%22%3A%22bbb-2%22%7D\">x</a><script>a = {token: `ccc-3`}</script>",
      recorded:
        "<p data-page=\"{&quot;csrf_token&quot;:&quot;masked-1&quot;}\" accesskey=\"k\"></p>"
        + "<a href=\"?q=%7B%22token%22%3A%22masked-2%22%7D\">x</a>"
        + "<script>a = {token: `masked-3`}</script>"),
    Body(
      name: "a request and settings as text", type: "text/plain",
      text:
        "GET / HTTP/1.1\r\nAuthorization: Bearer aaa-1\r\nCookie: a=bbb-2\r\nX-Auth-Token: ccc-33\r\n"
        + "Password: a sentence\r\naws_secret_access_key = ddd-44\r\nToken: x\r\n",
      recorded: "GET / HTTP/1.1\r\nAuthorization: masked-1\r\nCookie: masked-2\r\n"
        + "X-Auth-Token: masked-3\r\nPassword: a sentence\r\naws_secret_access_key = masked-4\r\n"
        + "Token: x\r\n"),
    Body(
      name: "names beside values", type: "text/plain",
      text: #"[{"name":"DB_PASSWORD","value":"aaa-1"},{"Key":"color","Value":"red"}]"#,
      recorded: #"[{"name":"DB_PASSWORD","value":"masked-1"},{"Key":"color","Value":"red"}]"#),
    Body(
      name: "JSON in a string", type: "text/plain",
      text:
        #"{"body":"{\"user\":\"ann\",\"access_token\":\"aaa-1\",\"in\":\"[{\\\"pwd\\\":\\\"b\\\"}]\"}"}"#,
      recorded:
        #"{"body":"{\"user\":\"ann\",\"access_token\":\"masked-1\",\"in\":\"[{\\\"pwd\\\":\\\"masked-2\\\"}]\"}"}"#
    ),
    Body(
      name: "a form as plain text", type: "text/plain",
      text: "access_token=aaa-1&refresh_token=bbb-2&scope=all\n",
      recorded: "access_token=masked-1&refresh_token=masked-2&scope=all\n"),
    Body(
      name: "the same token in several spellings", type: "text/html",
      text: "access_token=a%2Fb&x=1 <token>a/b</token> {\"token\":\"a\\/b\"} /?token=a%2fc\n",
      recorded: "access_token=masked-1&x=1 <token>masked-1</token> {\"token\":\"masked-1\"} "
        + "/?token=masked-2\n"),
    Body(
      name: "a form in a line of a log", type: "text/plain",
      text: "12:01 sent client_secret=aaa-11, token=bb; got 200\n",
      recorded: "12:01 sent client_secret=masked-1, token=bb; got 200\n"),
    Body(
      name: "a form in a string", type: "text/plain",
      text: #"{"raw":"access_token=aaa-1&a=1","n":1}"#,
      recorded: #"{"raw":"access_token=masked-1&a=1","n":1}"#),
    Body(
      name: "URLs", type: "text/plain",
      text: #"{"a":"https://ann:aaa-1@host/x@y","b":"see https://x.example/?token=bbb-2&c=3#d", "#
        + #""c":"https://ccc-3@host/","d":"ssh://git@host/a","e":"postgres://u:ddd-4@db"}"#,
      recorded: #"{"a":"https://ann:masked-1@host/x@y","#
        + #""b":"see https://x.example/?token=masked-2&c=3#d", "#
        + #""c":"https://masked-3@host/","d":"ssh://git@host/a","e":"postgres://u:masked-4@db"}"#),
    Body(
      name: "multipart", type: "multipart/form-data; boundary=zz",
      text: "--zz\r\nContent-Disposition: form-data; name=\"access_token\"\r\n\r\naaa-1\r\n"
        + "--zz\r\nContent-Type: application/json\r\n\r\n{ \"pwd\":\"bbb-2\", \"a\":1 }\r\n"
        + "--zz\r\nContent-Type: text/csv\r\n\r\na,token\r\n1,ccc-3\r\n--zz--\r\n",
      recorded: "--zz\r\nContent-Disposition: form-data; name=\"access_token\"\r\n\r\nmasked-1\r\n"
        + "--zz\r\nContent-Type: application/json\r\n\r\n{ \"pwd\":\"masked-2\", \"a\":1 }\r\n"
        + "--zz\r\nContent-Type: text/csv\r\n\r\na,token\r\n1,masked-3\r\n--zz--\r\n"),
    Body(
      name: "HTML", type: "text/html",
      text: """
        <meta name="csrf-token" content="aaa-1"><META content='bbb-2' name='csrf-token'/>
        <form><label for="password">Password</label><input type="password" name="user">
        <input type=hidden name=csrf_token value=ccc-3><input name="a" value="b">
        <div data-csrf-token="ddd-4" class="x"></div>
        <script>window.csrfToken = "eee-5"; var x = {token: 'fff-6', type: "password"};
        let token = read(); token=next(x);</script>
        <a href="/out?id=1&amp;token=ggg-7&amp;b=2">x</a>
        """,
      recorded: """
        <meta name="csrf-token" content="masked-1"><META content='masked-2' name='csrf-token'/>
        <form><label for="password">Password</label><input type="password" name="user">
        <input type=hidden name=csrf_token value=masked-3><input name="a" value="b">
        <div data-csrf-token="masked-4" class="x"></div>
        <script>window.csrfToken = "masked-5"; var x = {token: 'masked-6', type: "password"};
        let token = read(); token=next(x);</script>
        <a href="/out?id=1&amp;token=masked-7&amp;b=2">x</a>
        """),
    Body(
      name: "XML", type: "application/xml",
      text: """
        <r xmlns:a="u"><SessionToken>aaa-1</SessionToken><a:AccessKey>
          bbb-2 </a:AccessKey><Password><![CDATA[cc<3]]></Password><NextToken>page</NextToken>
        <user token="ddd-4" name="ann"/><entry key="db.password">eee-5</entry><Secret/></r>
        """,
      recorded: """
        <r xmlns:a="u"><SessionToken>masked-1</SessionToken><a:AccessKey>
          masked-2 </a:AccessKey><Password><![CDATA[masked-3]]></Password><NextToken>page</NextToken>
        <user token="masked-4" name="ann"/><entry key="db.password">masked-5</entry><Secret/></r>
        """),
    Body(
      name: "CSV", type: "text/csv; charset=utf-8",
      text: "id,Access Key,\"api_key\",note\r\n1,aaa-1,\"b\"\"2\",\"token, x\"\r\n2,,ccc-3,y\r\n",
      recorded: "id,Access Key,\"api_key\",note\r\n1,masked-1,\"masked-2\",\"token, x\"\r\n"
        + "2,,masked-3,y\r\n"),
    Body(
      name: "a table with tabs", type: "text/tab-separated-values",
      text: "password\tid\naaa-1\t1\n", recorded: "password\tid\nmasked-1\t1\n"),
    Body(
      name: "YAML", type: "application/yaml",
      text: "user: ann\napi_key: aaa-1 # key\n- token: 'bbb-2'\n  password: ccc-3\nnext_token: 4\n",
      recorded: "user: ann\napi_key: masked-1 # key\n- token: 'masked-2'\n  password: masked-3\n"
        + "next_token: 4\n"),
    Body(
      name: "lines of JSON", type: "application/x-ndjson",
      text: #"{"token":123456,"a":1}"# + "\n" + #"{"a":"{\"pwd\":\"bbb-2\"}"}"# + "\n",
      recorded: #"{"token":"masked-1","a":1}"# + "\n" + #"{"a":"{\"pwd\":\"masked-2\"}"}"# + "\n"),
    Body(
      name: "access keys", type: "text/html",
      text: "<b accesskey=\"s\">{\"accesskey\":\"aaa-1\"}</b><a href='/?accesskey=bbb-2'>x</a>",
      recorded:
        "<b accesskey=\"s\">{\"accesskey\":\"masked-1\"}</b><a href='/?accesskey=masked-2'>x</a>"),
    Body(
      name: "a column of access keys", type: "text/csv", text: "id,AccessKey\n1,aaa-1\n",
      recorded: "id,AccessKey\n1,masked-1\n"),
    Body(
      name: "connection strings", type: "text/plain",
      text: #"{"a":"AccountName=acc;AccountKey=aaaaa1==;End=x","b":"Endpoint=sb://x/;"#
        + #"SharedAccessKeyName=Root;SharedAccessKey=bbbbb2="}"#,
      recorded: #"{"a":"AccountName=acc;AccountKey=masked-1;End=x","b":"Endpoint=sb://x/;"#
        + #"SharedAccessKeyName=Root;SharedAccessKey=masked-2"}"#),
    Body(
      name: "names of header fields", type: "text/plain",
      text: #"{"headers":{"X-Token":"aaa-1","Ocp-Apim-Subscription-Key":"bbb-2","X-Id":"1"},"#
        + #""list":[{"name":"X-Auth-Token","value":"ccc-3"},{"name":"X-Id","value":"2"}]}"#,
      recorded: #"{"headers":{"X-Token":"masked-1","Ocp-Apim-Subscription-Key":"masked-2","#
        + #""X-Id":"1"},"list":[{"name":"X-Auth-Token","value":"masked-3"},"#
        + #"{"name":"X-Id","value":"2"}]}"#),
    Body(
      name: "values of a type", type: "text/plain",
      text: #"[{"type":"password","value":"aaa-1"},{"type":"token","value":"word"}]"#,
      recorded: #"[{"type":"password","value":"masked-1"},{"type":"token","value":"word"}]"#),
    Body(
      name: "long primary keys", type: "text/plain",
      text: #"{"primary_key":"id","primaryKey":"0123456789abcdefghij"}"#,
      recorded: #"{"primary_key":"id","primaryKey":"masked-1"}"#),
    Body(
      name: "header fields in strings", type: "text/plain",
      text: #"{"a":"Authorization: Basic YW5uOnN1cGVyc2U=","c":"Cookie: sid=ccc-3; a=b","#
        + #""b":"curl -H 'Authorization: Bearer QQQQWWWW' -H 'Accept: a/b' https://x","#
        + #""d":"GET /\r\nSet-Cookie: sid=ddd-4; Path=/\r\nHost: x","#
        + #""e":"Authorization: Bearer <token>","f":"Set-Cookie: sets it"}"#,
      recorded: #"{"a":"Authorization: masked-1","c":"Cookie: masked-2","#
        + #""b":"curl -H 'Authorization: masked-3' -H 'Accept: a/b' https://x","#
        + #""d":"GET /\r\nSet-Cookie: masked-4\r\nHost: x","#
        + #""e":"Authorization: Bearer <token>","f":"Set-Cookie: sets it"}"#),
    Body(
      name: "UTF-16", type: "text/plain; charset=utf-16le",
      text: #"{"token":"aaa-1","a":"b"}"#.map { "\($0)\0" }.joined(),
      recorded: #"{"token":"masked-1","a":"b"}"#.map { "\($0)\0" }.joined()),
  ]

  @Test("They are masked where their names stand, and nothing else is", arguments: bodies)
  func named(_ body: Body) throws {
    let server = try ScriptedServer.answering { _ in
      response(body.text, type: body.type, headers: body.headers)
    }
    let folder = try RecordingFolder(["a.yaml": "host: <host>\n"], at: server.url)
    let run = try folder.run("run", "a.yaml", "--record", "rec")
    #expect(run.ending == .exit(0), "\(run.error)")
    let files = folder.tree("rec").filter { $0.key != "recording.yaml" }
    let text = String(decoding: files.first?.value ?? [], as: UTF8.self)
    #expect(files.count == 1 && text == body.recorded, "\(text)")
    #expect(run.error.contains("by name"), "\(run.error)")
    #expect(try folder.run("run", "a.yaml", "--replay", "rec").ending == .exit(0))
  }

  @Test("They are masked in header fields that lead elsewhere")
  func links() throws {
    let server = try ScriptedServer.answering { _ in
      response(
        "{}",
        headers: [
          "Location: https://ann:aaa-1@host/?access_token=bbb-2&c=d",
          "Link: <https://ccc-3@host/?page=2&page_token=5>; rel=\"next\", <https://u:ddd-4@h/>; rel=a",
        ])
    }
    let folder = try RecordingFolder(["a.yaml": "host: <host>\n"], at: server.url)
    let run = try folder.run("run", "a.yaml", "--record", "rec")
    #expect(run.error.contains("masked: 4 by name"), "\(run.error)")
    let text = folder.text("rec/recording.yaml")
    for line in [
      "Location: https://ann:masked-1@host/?access_token=masked-2&c=d",
      #"<https://masked-3@host/?page=2&page_token=5>; rel="next", <https://u:masked-4@h/>; rel=a"#,
    ] {
      #expect(text.contains(line), "\(text)")
    }
  }

  /// A place to which a script sends a token that a response has named.
  static let places = [
    "query: {q: <t>}", "path: /x/<t>/y", "form: {q: <t>}", "json: {q: [<t>]}",
    "headers: {X-Sent: v <t>}",
    "headers: {Content-Type: text/plain}\ntext: 'it is <t>.'\ntemplate: [t]",
    "multipart: {q: <t>}",
  ]

  @Test("A short token that is sent back is masked on both sides", arguments: places)
  func sentBack(_ place: String) throws {
    for token in ["k7-x9q", "hunter2", "tok/42&a=b"] {
      let server = try ScriptedServer.answering { request in
        let isLogin = String(decoding: request, as: UTF8.self).hasPrefix("GET /login ")
        return response(
          isLogin
            ? "{\"access_token\":\"\(token)\",\"lang\":\"en\"}"
            : "{\"note\":\"\(token) is yours\",\"kind\":\"access\"}")
      }
      let folder = try RecordingFolder(
        [
          "login.yaml": "host: <host>\npath: /login\noutputs: {t: $.access_token}\n",
          "use.yaml": "host: <host>\ninputs: {t: }\nmethod: POST\n\(place)\n",
          "all.yaml": "steps:\n  login: {call: login.yaml}\n"
            + "  use: {call: use.yaml, with: {t: <login.t>}}\n",
        ], at: server.url)
      let run = try folder.run("run", "all.yaml", "--record", "rec")
      #expect(run.ending == .exit(0), "\(run.error)")
      let files = folder.tree("rec")
      for (name, bytes) in files {
        let text = String(decoding: bytes, as: UTF8.self)
        let encoded = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        #expect(!text.contains(token) && !text.contains(encoded), "\(name): \(text)")
      }
      #expect(folder.text("rec/2-use.json").contains("\"note\": \"masked-1 is yours\""))
      let replay = try folder.run("run", "all.yaml", "--replay", "rec")
      #expect(replay.ending == .exit(0), "\(replay.error)")
    }
  }

  @Test("A short text that is named but not sent stays an ordinary word elsewhere")
  func words() throws {
    let server = try ScriptedServer.answering { _ in
      response(#"{"password":"string","type":"string"}"#)
    }
    let folder = try RecordingFolder(["a.yaml": "host: <host>\n"], at: server.url)
    let run = try folder.run("run", "a.yaml", "--record", "rec")
    #expect(run.error.contains("masked: 1 by name"), "\(run.error)")
    #expect(folder.text("rec/1-a.json").contains("\"type\": \"string\""))
  }

  /// The first bytes of bodies, and whether they are compressed.
  static let beginnings: [(bytes: [UInt8], type: String, isCompressed: Bool)] = [
    ([0x1F, 0x8B, 8, 0, 1, 2], "application/gzip", true), ([0x78, 0x9C, 0xCB, 0x48], "a/b", true),
    (Array("PK\u{3}\u{4}abc".utf8), "application/octet-stream", true),
    ([0x28, 0xB5, 0x2F, 0xFD, 0], "a/b", true), (Array("%PDF-1.7\n".utf8), "application/pdf", true),
    ([1, 2, 3], "application/x-brotli", true), (Array("x^2 + 1".utf8), "text/plain", false),
    ([0x89, 0x50, 0x4E, 0x47], "image/png", false),
  ]

  @Test("A compressed body is recorded as it came, with a warning", arguments: beginnings)
  func compressed(_ bytes: [UInt8], _ type: String, _ isCompressed: Bool) throws {
    let server = try ScriptedServer { _, connection in
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n"
      _ = connection.send(Array(head.utf8) + bytes)
    }
    let spec = "host: <host>\nexamples: {}\n"
    let folder = try RecordingFolder(["a.yaml": spec], at: server.url)
    let run = try folder.run("run", "a.yaml", "--record", "rec")
    #expect(run.ending == .exit(0), "\(run.error)")
    let warning =
      "apicall: warning: the body of exchange 1 is compressed; it was not searched for secrets\n"
    let summary = "apicall: recorded 1 exchange in 'rec'\n"
    #expect(run.error == (isCompressed ? summary + warning : summary))
    #expect(folder.tree("rec").contains { $0.value == bytes })
  }

  @Test("A compressed body that is sent, or that a case receives, has the same warning")
  func compressedElsewhere() throws {
    let archive = "PK\u{3}\u{4}rest"
    let server = try ScriptedServer.answering { _ in response(archive, type: "application/zip") }
    let spec = "host: <host>\nfile: doc.zip\nexamples: {ok: {with: {}, response: {}}}\n"
    let folder = try RecordingFolder(["a.yaml": spec, "doc.zip": archive], at: server.url)
    let warnings = ["request body", "body"].map {
      "warning: the \($0) of exchange 1 is compressed; it was not searched for secrets"
    }
    let run = try folder.run("run", "a.yaml", "--record", "rec")
    #expect(run.ending == .exit(0))
    let test = try folder.run("test", "--record")
    #expect(test.ending == .exit(0))
    for warning in warnings {
      #expect(run.error.contains("apicall: \(warning)\n"), "\(run.error)")
      #expect(test.error.contains("\(warning)\n"), "\(test.error)")
    }
  }
}
