import TestServers
import Testing

@Suite("A kept login that a call does not use")
struct UnusedLoginTests {
  /// Creates a project in which every file needs a login, and whose server refuses everything else.
  private static func home(_ server: ScriptedServer) throws -> SessionsHome {
    let home = try SessionsHome()
    try home.write(
      """
      defaults:
        needs: {login: {call: token, fresh: 1h}}
        auth: {type: bearer, token: <login.token>}

      """, to: "shop/apicall.yaml")
    let files = [
      "token": "url: \(server.url)/token\nmethod: POST\noutputs: {token: $.token}\n",
      "mine":
        "url: \(server.url)/mine\nauth: {type: bearer, token: <login.token>}\njson: {a: 1}\n",
      "open": "url: \(server.url)/open\nauth: none\njson: {a: 1}\n",
      "own":
        "url: \(server.url)/own\ninputs: {key: {default: mine}}\n"
        + "auth: {type: bearer, token: <key>}\njson: {a: 1}\n",
      "named":
        "url: \(server.url)/named\nauth: none\nlet: {key: <login.token>}\n"
        + "headers: {X-Key: <key>}\njson: {a: 1}\n",
    ]
    for (name, text) in files { try home.write(text, to: "shop/endpoints/\(name).yaml") }
    return home
  }

  @Test(
    "The login is not repeated after a 401, and the request is not sent twice",
    arguments: [
      ("open", ["/open"]), ("own", ["/own"]), ("mine", ["/mine", "/token", "/mine"]),
      ("named", ["/named", "/token", "/named"]),
    ])
  func requests(name: String, paths: [String]) throws {
    let server = try ScriptedServer.answering { request in
      let isToken = request.starts(with: "POST /token".utf8)
      let body = #"{"token":"abcdefgh"}"#
      return "HTTP/1.1 \(isToken ? "200 OK" : "401 Unauthorized")\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    let home = try Self.home(server)
    // The first call makes the login, which the session then has.
    #expect(try home.run("run", "mine").ending == .exit(4))
    _ = server.takeRequests()
    let run = try home.run("run", name)
    #expect(run.ending == .exit(4))
    let requests = server.takeRequests().map { String(decoding: $0, as: UTF8.self) }
    #expect(requests.map { String($0.split(separator: " ")[1]) } == paths, "\(run.error)")
  }
}
