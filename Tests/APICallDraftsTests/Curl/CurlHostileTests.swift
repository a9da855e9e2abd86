import APICallBase
@testable import APICallDrafts
import Testing

@Suite("Hostile command lines of curl")
struct CurlHostileTests {
  /// A credential that has no shape, and one that has.
  private static let credentials = ["hunter2-Zq91x", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"]

  /// Places of a credential; `§` stands for it.
  private static let places = [
    "-u me:§", "-u §:", "-ume:§", "--user §", "-u '§:x'", "--oauth2-bearer §",
    "-H 'Authorization: Bearer §'", "-H 'authorization: bearer §'", "-H 'AUTHORIZATION:§'",
    "-H 'Authorization:   Basic §'", "-H 'Authorization: § §'",
    "-H 'Authorization: Custom key=§, x=y'",
    "-H 'Proxy-Authorization: Basic §'", "-H 'Cookie: sid=§'", "-b 'sid=§'", "-b §=1 -b x=§",
    "-H 'X-Api-Key: §'", "-H 'x-API-key:§'", "-H 'X-Auth-Token: §'",
    "-H 'X-Session-Id: §' -H 'X-Secret: §'",
    "-H 'Private-Token: §'", "-x http://me:§@proxy:1", "-U me:§", "--proxy-user me:§", "--pass §",
    "-E cert:§", "--cert cert.pem:§", "--tlspassword §", "--proxy-pass §", "--aws-sigv4 §",
    "-d password=§", "-d 'user[password]=§'", "-d 'a=1&client_secret=§&b=2'", "-d PassWord=§",
    "-d 'pass%77ord=§'", "--data-urlencode 'access_token=§'", "--data-urlencode token=§ -G",
    "-G -d api_key=§", "--url-query secret=§", "-F password=§", "-F 'token=§;type=text/plain'",
    "--form-string secret=§", "--json '{\"password\":\"§\"}'",
    "--json '{\"a\":[{\"apiKey\":\"§\"}]}'",
    "--json '{\"tokens\":[\"§\"]}'",
    "-H 'Content-Type: application/json' -d '{\"access_token\":\"§\"'",
    "-H 'Content-Type: text/xml' -d '<a><password>§</password></a>'",
    "-H 'Content-Type: text/plain' -d 'password=§'", "-d '{\"url\":\"https://me:§@b.example/\"}'",
    "-H 'Referer: https://me:§@b.example/'", "-e 'https://b.example/?access_token=§'",
    "-d grant_type=authorization_code -d code=§", "-d signature=§", "-d sig=§",
    "-d $'a=1&\\x70assword=§'", "-d 'pass'\"word\"='§'", "--config §", "-o §", "-w §", "-c §",
    "--data @§", "-F file=@§", "-T §", "-d '' --variable §",
  ]

  @Test("A credential is in no file, note or name", arguments: places)
  func positions(_ place: String) throws {
    for credential in Self.credentials {
      // A user name alone is a credential only if it has the shape of one.
      if place == "--user §", credential.hasPrefix("hunter2") { continue }
      let options = place.replacing("§", with: credential)
      let all = try texts("curl \(options) https://a.example/x")
      #expect(!all.contains(credential), "\(place)\n\(all)")
    }
  }

  @Test(
    "A credential in a URL is in no file, note or name",
    arguments: [
      "https://me:S@a.example/x", "https://S@a.example/", "a.example/?api_key=S",
      "https://a.example/?a=1&tok%65n=S&x[]=2",
      "https://a.example/?sig=S&se=2026-01-01T00:00:00Z", "'https://a.example/?access_token=S#S'",
      "https://a.example/bot123:S/send",
      "https://a.example/bot123:S%2f%ff/send", "https://a.example/bot123:%2f%ff+S@S=/send",
    ])
  func urls(_ url: String) throws {
    for credential in Self.credentials {
      // A user name alone is a credential only if it has the shape of one.
      if url.hasPrefix("https://S@"), credential.hasPrefix("hunter2") { continue }
      let all = try texts("curl \(url.replacing("S", with: credential))")
      #expect(!all.contains(credential), "\(url)\n\(all)")
    }
  }

  /// All texts of an import.
  private func texts(_ command: String) throws -> String {
    var texts: [String] = []
    for all in [false, true] {
      let requests: [ImportedRequest]
      do {
        requests = try CurlTexts.requests(command, all: all)
      } catch {
        texts += error.diagnostics.map(\.text)
        continue
      }
      for request in requests {
        texts.append(try CurlTexts.file(request))
        texts += [request.name] + request.notes.map(\.text) + request.secrets.map(\.name)
      }
    }
    return texts.joined(separator: "\n")
  }

  @Test("Variables of credentials become secret inputs")
  func variables() throws {
    let file = try CurlTexts.file(
      "curl https://a.example -u \"$U:$P\" -H \"X-Key: $API_KEY\" -d \"x=$X\"")
    #expect(file.contains("p:\n    env: P\n    secret: true"), "\(file)")
    #expect(file.contains("x:\n    env: X\n"))
    #expect(file.contains("api_key:\n    env: API_KEY\n    secret: true"))
  }

  @Test("Equal credentials have one name, and others another")
  func names() throws {
    let requests = try CurlTexts.requests(
      """
      curl https://api.shop.example/a -H 'Authorization: Bearer one'
      curl https://api.shop.example/b -H 'Authorization: Bearer two'
      curl https://api.shop.example/c -H 'Authorization: Bearer one'
      """)
    #expect(
      requests.flatMap(\.secrets).map(\.name) == ["shop_token", "shop_token_2", "shop_token"])
    #expect(requests[0].secrets[0].origin == "https://api.shop.example")
  }

  @Test("A word of a megabyte is a value")
  func longWord() throws {
    let word = String(repeating: "a", count: 1 << 20)
    let long = try CurlTexts.requests("curl https://a.example -d 'x=\(word)'")
    #expect(throws: Failure.self) { try DraftWriter.text(of: long[0].draft) }
    let fitting = "curl https://a.example -d 'x=\(word.dropLast(1000))'"
    #expect(try DraftWriter.text(of: CurlTexts.requests(fitting)[0].draft).utf8.count > 1_000_000)
    let path = word.prefix(1 << 16)
    _ = try CurlTexts.requests("curl https://a.example/\(path)")
    _ = CurlTexts.problem("curl --\(path) https://a.example")
    _ = CurlTexts.problem("curl '\(path)")
  }

  @Test("Ten thousand options are read")
  func manyOptions() throws {
    let same = String(repeating: " -s -H 'X-A: 1'", count: 5_000)
    #expect(try CurlTexts.requests("curl https://a.example\(same)")[0].draft.headers.count == 5_000)
    let others = (0..<5_000).map { " -H 'X-\($0): 1' -d a\($0)=1" }.joined()
    #expect(
      try CurlTexts.requests("curl https://a.example\(others)")[0].draft.headers.count == 5_000)
  }

  @Test(
    "What is not text is refused",
    arguments: [
      Array("curl https://a.example/\0".utf8), Array("curl ".utf8) + [0xFF],
      Array("curl $'\\0' https://a".utf8), Array("curl $'\\xff' https://a".utf8),
      Array("curl https://a.example/\u{F0001}".utf8),
    ])
  func notText(_ bytes: [UInt8]) {
    #expect(throws: (any Error).self) { try CurlTexts.requests(bytes: bytes) }
  }

  @Test(
    "Odd command lines are files or errors, and never end the program",
    arguments: [
      "curl", "curl -", "curl --", "curl -- -x", "curl ''", "curl '?'", "curl '#'", "curl http://",
      "curl '{,}'",
      "curl [0-0]", "curl '[9-1]'", "curl '[a-z:0]'", "curl '{a'", "curl a -F", "curl a -F =",
      "curl a -F x", "curl a -F x=",
      "curl a -F 'x=@'", "curl a -F 'x=\"'", "curl a -F 'x=@a,b;type=c,d'", "curl a -d = -d '&'",
      "curl a -d '%'",
      "curl a -H ':'", "curl a -H ': x'", "curl a -H ';'", "curl a -H 'a b: c'", "curl a -u :",
      "curl a -u ''",
      "curl a -X ''", "curl a -X 'G ET'", "curl a -X get", "curl a -T ''", "curl a -m -1",
      "curl a -m 1e9",
      "curl a --max-redirs -1 -L", "curl a --retry 99999999999999999999",
      "curl a --data-urlencode ''",
      "curl a --url-query +", "curl a --json ''", "curl a -r ''", "curl http://a:99999",
      "curl http://[::1]:80/x",
      "curl 'http://a b/'", "curl http://127.1/", "curl \"http://$A$B/\"", "curl \"$A$B\"",
      "curl \"http://$A.$B.c.d\"",
      "curl a -d \"$A\" -G", "curl a -G -d \"$A=1\"", "curl a -d \"$A=1&b=$B\"", "curl a -H \"$A\"",
      "curl a -H \"$A: 1\"",
      "curl a -X $M", "curl a -F \"$A=1\"", "curl a -d '[' -d ']'",
      "curl a -H 'If-Match:' -H 'If-Match;'",
      "curl a -e ';auto'", "curl a -A ''", "curl a --next", "curl a --next --next b",
      "curl a -H 'Host: '",
    ])
  func odd(_ command: String) {
    guard let requests = try? CurlTexts.requests(command) else { return }
    for request in requests { _ = try? DraftWriter.text(of: request.draft) }
  }
}
