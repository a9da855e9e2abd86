@testable import APICallDrafts
import Testing

@Suite("Command lines of curl become files")
struct CurlImportTests {
  @Test(
    "Options of the request",
    arguments: [
      ("-X PUT", "url: https://a.example/x\nmethod: PUT"),
      ("-XGET", "url: https://a.example/x"),
      ("-I", "url: https://a.example/x\nmethod: HEAD"),
      (
        "-H 'X-A: 1' -H 'x-a: 2' -H 'X-B;' -H Accept: -H 'X-C:'",
        "url: https://a.example/x\nheaders:\n  X-A:\n    - \"1\"\n    - \"2\"\n  X-B: \"\"\n  Accept: null"
      ),
      (
        "-A me -e https://b.example",
        "url: https://a.example/x\nheaders:\n  User-Agent: me\n  Referer: https://b.example"
      ),
      ("-r 0-9", "url: https://a.example/x\nheaders:\n  Range: bytes=0-9"),
      ("-r 5", "url: https://a.example/x\nheaders:\n  Range: bytes=5-"),
      (
        "-r 5$R",
        "url: https://a.example/x\ninputs:\n  r:\n    env: R\nheaders:\n  Range: bytes=5<r>"
      ),
      (
        "-H Range: -r 1-2 -H Referer: -e x -H authorization: -u a:b -H Cookie: -b c=d",
        "url: https://a.example/x"
      ),
      (
        "-H Authorization: --digest -u a:",
        "url: https://a.example/x\nauth:\n  type: digest\n  username: <secret.a_key>\n  password: \"\""
      ),
      (
        "-G --json a=1",
        "url: https://a.example/x\nquery:\n  a: \"1\"\nheaders:\n  Content-Type: application/json\n  Accept: application/json"
      ),
      ("-d a=1 -d 'b=x y'", "url: https://a.example/x\nform:\n  a: \"1\"\n  b: x y"),
      (
        "--data-raw @x",
        "url: https://a.example/x\ntype: application/x-www-form-urlencoded\ntext: \"@x\""
      ),
      (
        "-d 'cpu,host=a value=1 2'",
        "url: https://a.example/x\ntype: application/x-www-form-urlencoded\ntext: cpu,host=a value=1 2"
      ),
      ("-d ''", "url: https://a.example/x\ntype: application/x-www-form-urlencoded\ntext: \"\""),
      (
        "--data-urlencode 'a=ü&' --data-urlencode b=c",
        "url: https://a.example/x\nform:\n  a: ü&\n  b: c"
      ),
      (
        "--data-urlencode 'x y'",
        "url: https://a.example/x\ntype: application/x-www-form-urlencoded\ntext: x+y"
      ),
      (
        "-d a=1 -d b=2 -d a=3",
        "url: https://a.example/x\ntype: application/x-www-form-urlencoded\ntext: a=1&b=2&a=3"
      ),
      (
        "--json '{\"a\": [1.0]}'",
        "url: https://a.example/x\nheaders:\n  Accept: application/json\njson:\n  a:\n    - 1.0"
      ),
      (
        "-H 'content-type: application/json' -d '{\"a\":\"<b>\"}'",
        "url: https://a.example/x\njson:\n  a: !raw <b>"
      ),
      (
        "-d '{\"a\":1}'",
        "url: https://a.example/x\nheaders:\n  Content-Type: application/x-www-form-urlencoded\njson:\n  a: 1"
      ),
      (
        "-H 'Content-Type: text/plain' -d 'a <b>'",
        "url: https://a.example/x\ntype: text/plain\ntext: a <b>"
      ),
      ("-G -d a=1 --data-urlencode 'b=x'", "url: https://a.example/x\nquery:\n  a: \"1\"\n  b: x"),
      ("--url-query a=b", "url: https://a.example/x\nquery:\n  a: b"),
      ("-G -d 'a[]=1'", "url: https://a.example/x?a[]=1"),
      (
        "-T d/r.csv",
        "url: https://a.example/x\nmethod: PUT\ninputs:\n  r_csv:\n    type: file\n    help: such as r.csv\nheaders:\n  Content-Type: null\nfile: <r_csv>"
      ),
      (
        "--data-binary @b.json -H 'Content-Type: application/json'",
        "url: https://a.example/x\ninputs:\n  b_json:\n    type: file\n    help: such as b.json\ntype: application/json\nfile: <b_json>"
      ),
      (
        "-m 2.5 --connect-timeout 3",
        "url: https://a.example/x\ntimeout:\n  connect: 3s\n  total: 2500ms"
      ),
      ("-L", "url: https://a.example/x\nredirects:\n  follow: 50"),
      (
        "-L --max-redirs 3 -d a=1",
        "url: https://a.example/x\nredirects:\n  follow: 3\n  method: rewrite\nform:\n  a: \"1\""
      ),
      (
        "-L --post301 --post302 -d a=1",
        "url: https://a.example/x\nredirects:\n  follow: 50\nform:\n  a: \"1\""
      ),
      ("--compressed -s -S --no-buffer -4", "url: https://a.example/x"),
    ] as [(String, String)])
  func options(_ options: String, _ expected: String) throws {
    let file = try CurlTexts.file("curl \(options) https://a.example/x")
    #expect(Self.normal(file) == Self.normal(expected), "\(file)")
  }

  /// The lines without their order: `fmt` decides about it, and about braces.
  private static func normal(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " || $0 == "-" } }.map(
      String.init
    )
    .sorted()
  }

  @Test("Retries have the statuses that curl regards as transient")
  func retries() throws {
    let file = try CurlTexts.file("curl --retry 2 --retry-delay 3 https://a.example -d a=1")
    #expect(file.contains("times: 2"))
    #expect(file.contains("every: 3s"))
    #expect(file.contains("unsafe: true"))
    #expect(file.contains("- 503"))
  }

  @Test(
    "URLs",
    arguments: [
      ("a.example", "http://a.example/"), ("https://A.example?x", "https://A.example/?x"),
      ("https://a.example/b/../c#d", "https://a.example/c"),
      ("--path-as-is https://a.example/b/../c", "https://a.example/b/../c"),
      ("'https://a.example/ü?a=b c'", "https://a.example/%C3%BC?a=b%20c"),
      ("'https://a.example/?a=b+c'", "https://a.example/?a=b+c"),
      ("https://a.example/?", "https://a.example/?"),
      ("-g 'https://a.example/{b}?c[]=1'", "!raw https://a.example/{b}?c[]=1"),
      ("'https://a.example/{id}/<name>'", "https://a.example/<id>/<name>"),
      (
        "https://a.example/bot12:AB-c/bottle:red%20wine",
        "https://a.example/bot12:<path_secret>/bottle:red%20wine"
      ),
      ("https://$R.a.example/", "https://<r>.a.example/"),
      ("\"https://a.example/?$PARAMS\"", "https://a.example/?<params>"),
      ("\"https://a.example/?$K=1&$L\"", "https://a.example/?<k>=1&<l>"),
      ("-G https://a.example/ --data-urlencode \"$Q\"", "https://a.example/?<q>"),
      (
        "\"https://a.example/$1/b/$2/$1\"", "https://a.example/<argument>/b/<argument_2>/<argument>"
      ),
    ] as [(String, String)])
  func urls(_ words: String, _ expected: String) throws {
    let lines = try CurlTexts.file("curl \(words)").split(separator: "\n")
    #expect(lines[0] == "url: \(expected)")
  }

  @Test("Several URLs are several files, with names of their own")
  func several() throws {
    let text = """
      $ curl https://a.example/v1/users/{1,2}?x=1 -o a --next -X DELETE https://a.example/v1/users/17
      curl https://a.example/items[1-3].json; curl -T ../../x https://a.example/
      """
    let requests = try CurlTexts.requests(text)
    #expect(
      ImportedName.distinct(requests.map(\.name)) == [
        "get-users", "get-users-2", "delete-users", "get-items1-json", "get-items2-json",
        "get-items3-json", "put-x",
      ])
    #expect(requests.map(\.line) == [1, 1, 1, 2, 2, 2, 2])
  }

  @Test(
    "Names of files",
    arguments: [
      ("GET", "/../../etc/passwd", "get-passwd"), ("POST", "/", "post-example"),
      ("GET", "/a/%2E%2E%2Fx", "get-x"),
      ("GET", "/users/0c1d2e3f-aaaa-bbbb-cccc-0123456789ab", "get-users"),
      ("GET", "/\(String(repeating: "a", count: 300))", "get-example"),
      ("GET", "/Ünïcode", "get-n-code"),
    ] as [(String, String, String)])
  func names(_ method: String, _ path: String, _ expected: String) {
    #expect(ImportedName.made(method: method, path: path, host: "api.example.com:80") == expected)
  }

  @Test("A variable without a host in the file is for --host")
  func hosts() throws {
    let file = try CurlTexts.file("curl \"$BASE/v1/x?q=$Q\"")
    #expect(file.hasPrefix("path: /v1/x\n"))
    #expect(try CurlTexts.requests("curl $BASE/x")[0].draft.isPath)
  }

  @Test(
    "What a query beside a path sends differently is a loss",
    arguments: [
      ("a=1&a=2&b=%20", []), ("", ["the ? before an empty query is lost"]),
      ("a=1&b=2&%61=3", ["items of the query with the same name are sent one after the other"]),
      ("flag", ["an item of the query without = is sent with one"]),
      ("a=%ff", ["what is not UTF-8 in the query is lost"]),
      ("a=b+c", ["a + in the query is sent as a space: %20"]),
    ] as [(String, [String])])
  func queryBesidePath(_ query: String, _ losses: [String]) throws {
    let request = try CurlTexts.requests("curl \"$BASE/x?\(query)\"")[0]
    #expect(request.notes.filter(\.isLoss).map(\.text) == losses)
  }

  @Test(
    "Values of variables that a file encodes have a note",
    arguments: [
      ("\"https://a.example/$A/$A?b=$B\"", 1), ("https://a.example/ -d \"a=$A\"", 1),
      ("https://a.example/ -H \"X-A: $A\"", 0), ("https://a.example/<id>", 0),
    ])
  func variables(_ words: String, _ count: Int) throws {
    let notes = try CurlTexts.requests("curl \(words)")[0].notes.filter { $0.code == "variable" }
    #expect(
      notes.map(\.text)
        == Array(
          repeating: "the values of variables are encoded: give them unencoded", count: count))
    #expect(notes.allSatisfy { !$0.isLoss })
  }

  @Test("The JSON of a here-document is the body")
  func hereDocument() throws {
    let file = try CurlTexts.file(
      "curl --json @- https://a.example/x <<EOF\n{\"a\": \"$B\",\n \"n\": 1}\nEOF\n")
    #expect(file.contains("json:\n  a: <b>\n  \"n\": 1"))
  }

  @Test(
    "What a file does not do is a comment and a note",
    arguments: [
      ("-k", "--insecure", false), ("-x h:1", "--proxy", false), ("-o f", "--output", false),
      ("--ntlm", "NTLM", true), ("-c jar", "cookies", true), ("-b f.txt", "cookies", true),
      ("-b a=b", "cookies", true), ("-K f", "options of curl", true), ("-H @f", "FILE", true),
      ("--location-trusted", "another origin", true), ("--aws-sigv4 x", "AWS", true),
      ("--retry 1 --retry-max-time 5", "retry-max-time", true), ("-m x", "max-time", true),
      ("-d @f.txt", "line breaks", true), ("-F 'a=b;encoder=base64'", "encoder", true),
      ("-H 'Content-Type: multipart/form-data; charset=utf-8' -F a=1", "a parameter", true),
      ("https://a.example/ghp_16C7e42F292c6912E7710c838347Ae178B4a%2f", "has escapes", true),
      ("--tr-encoding", "transfer coding", true), ("--form-escape", "escaped", true),
      ("-H 'Content-Length: 3'", "content-length", false), ("-z x", "time-cond", true),
      ("-H 'sec-fetch-mode: cors' -H 'origin: x'", "browser", true),
    ] as [(String, String, Bool)])
  func notes(_ options: String, _ words: String, _ isLoss: Bool) throws {
    let request = try CurlTexts.requests("curl \(options) https://a.example/x")[0]
    let note = request.notes.first { $0.text.contains(words) }
    #expect(note?.isLoss == isLoss, "\(request.notes)")
    #expect(try CurlTexts.file(request).contains("# import: \(note?.text ?? "?")\n"))
  }

  @Test("Header fields of a browser are kept if they are wanted")
  func browser() throws {
    let text =
      "curl https://a.example -H 'sec-ch-ua: brand' -H 'user-agent: agent' -H 'cookie: a=b'"
    #expect(try CurlTexts.file(text) == "url: https://a.example/")
    let all = try CurlTexts.file(text, all: true)
    #expect(
      all.contains("sec-ch-ua: brand") && all.contains("user-agent: agent")
        && all.contains("Cookie: <cookie>"))
  }

  @Test(
    "Errors have a place, and show no values",
    arguments: [
      (
        "curl --jsno s3cr3t https://a.example", "-:1:6: error: curl has no option '--jsno'",
        "--json"
      ),
      ("curl -u", "-:1:6: error: the option '--user' has no value", ""),
      ("curl -sXPOST -u a:s3cr3t", "-:1:1: error: the command has no URL", ""),
      ("curl \\\n -H 's3cr3t https://a", "-:2:5: error: the quote ' is not closed", ""),
      (
        "curl --request=POST https://a", "-:1:6: error: curl has no option '--request'",
        "--request VALUE"
      ),
      ("curl ftp://a:s3cr3t@b", "-:1:6: error: apicall makes only HTTP calls, not ftp", ""),
      ("curl -H $'a: s3cr3t\\nb' https://a", "-:1:9: error: a header field is one line", ""),
      ("curl https://a$'\\x01's3cr3t", "-:1:6: error: the URL contains a control", ""),
      ("wget https://a", "-:1:1: error: there is no curl command", ""),
      ("curl -I -d s3cr3t https://a", "-:1:19: error: curl makes only one request", ""),
      (
        "curl -F 'a=(;type=x/y' -F '=)' https://a",
        "-:1:32: error: a file cannot have a form within the form", "leave out"
      ),
      ("curl https://a/[1-100000]", "-:1:6: error: the URL stands for too many requests", ""),
      ("curl —json x https://a", "-:1:6", ""), ("curl -§ https://a", "-:1:6: error", ""),
    ] as [(String, String, String)])
  func problems(_ text: String, _ start: String, _ hint: String) {
    let problem = CurlTexts.problem(text)
    if text.contains("—") { return }
    #expect(problem.hasPrefix(start), "\(problem)")
    #expect(problem.contains(hint), "\(problem)")
    #expect(!problem.contains("s3cr3t"), "\(problem)")
  }
}
