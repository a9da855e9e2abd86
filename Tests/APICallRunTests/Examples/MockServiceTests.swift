import APICallHTTP
import APICallReading
import APICallRequests
import TestWorlds
import Testing

@Suite("Responses from examples")
struct MockServiceTests {
  static let login = """
    host: https://a.example/api
    path: /login
    inputs: {email: {}, password: {secret: true}, key: {required: false}}
    headers: {X-Key: <key>}
    form: {email: <email>, password: <password>}
    examples:
      ok: {with: {email: a@b, password: x y}, response: {json: {token: t}}}
      keyed: {with: {email: k, password: p, key: s}, response: {text: keyed}}
      any: {response: {status: 400, json: {error: no}}}
    """
  static let user = """
    host: https://a.example/api
    path: /users/<id>
    inputs: {id: {type: integer}, page: {default: 1}}
    query: {page: <page>}
    examples: {one: {with: {id: 1}, response: {json: {id: 1}}}}
    """
  static let create = """
    host: https://a.example/api
    path: /users/{id}
    inputs: {id: {}}
    json: {a: 1.0, b: [<id>]}
    examples: {two: {with: {id: x/y}, response: {status: 201}}}
    """

  private func service(_ specs: String..., files: MemoryFiles = MemoryFiles()) throws -> MockService
  {
    var files = files
    for (index, text) in specs.enumerated() { files.add("\(index).yaml", text) }
    let library = EndpointLibrary(files: files, reader: SpecText.reader)
    let endpoints = try specs.indices.map { try library.endpoint(at: "\($0).yaml") }
    return try MockService(endpoints, world: .fixed(files))
  }

  private func request(
    _ method: String, _ target: String, host: String = "a.example", headers: [String: String] = [:],
    _ body: String = ""
  ) -> ReceivedRequest {
    let parts = target.split(separator: "?", maxSplits: 1).map { Array($0.utf8) }
    return ReceivedRequest(
      method: method, authority: host, path: parts[0], query: parts.count > 1 ? parts[1] : [],
      headers: headers.map { ResponseHead.Field($0, $1) }, body: Array(body.utf8))
  }

  private func answer(_ service: MockService, _ request: ReceivedRequest) -> String {
    let response = service.response(to: request)
    return "\(response.head.status) \(String(decoding: response.body, as: UTF8.self))"
  }

  @Test(
    "The example with the same request is used, else the one without inputs",
    arguments: [
      ("email=a%40b&password=x+y", [:], #"200 {"token":"t"}"#),
      ("email=a@b&password=x%20y", [:], #"200 {"token":"t"}"#),
      ("email=a%40b&password=x+y", ["X-Other": "1"], #"200 {"token":"t"}"#),
      ("password=x+y&email=a%40b", [:], #"400 {"error":"no"}"#),
      ("email=a%40b", [:], #"400 {"error":"no"}"#), ("", [:], #"400 {"error":"no"}"#),
      ("email=k&password=p", ["x-key": "s"], "200 keyed"),
      ("email=k&password=p", [:], #"400 {"error":"no"}"#),
      ("email=k&password=p", ["X-Key": "other"], #"400 {"error":"no"}"#),
    ])
  func form(_ body: String, _ headers: [String: String], _ expected: String) throws {
    let service = try service(Self.login)
    #expect(answer(service, request("POST", "/api/login", headers: headers, body)) == expected)
  }

  @Test(
    "A JSON body is compared by meaning, and a path by its segments",
    arguments: [
      ("/api/users/x%2Fy", #"{"b":["x/y"],"a":1}"#, 201),
      ("/api/users/x%2fy", #" {"a": 1.00, "b": ["x\/y"]} "#, 201),
      ("/api/users/x%2Fy", #"{"a":1}"#, 422), ("/api/users/x%2Fy", "no json", 422),
      ("/api/users/xy", #"{"b":["x/y"],"a":1}"#, 422),
      ("/api/users/x/y", #"{"b":["x/y"],"a":1}"#, 404),
    ])
  func json(_ path: String, _ body: String, _ status: Int) throws {
    let service = try service(Self.create)
    #expect(service.response(to: request("POST", path, body)).head.status == status)
  }

  @Test(
    "HEAD gets the response to GET, unless an endpoint is for HEAD",
    arguments: [
      ("/api/users/1?page=1", #"200 {"id":1}"#), ("/api/users/2?page=1", "422"),
      ("/api/users/3?page=1", "204 "), ("/api/login", "405"),
    ])
  func head(_ target: String, _ expected: String) throws {
    let own = """
      host: https://a.example/api
      path: /users/3
      method: HEAD
      query: {page: 1}
      examples: {none: {response: {status: 204}}}
      """
    let found = answer(try service(Self.user, own, Self.login), request("HEAD", target))
    #expect(found.hasPrefix(expected), "\(found)")
  }

  @Test(
    "A request that no example matches is refused with a reason",
    arguments: [
      ("GET", "/api/users/1?page=1", "a.example", #"200 {"id":1}"#),
      ("GET", "/api/users/1?page=1", "A.EXAMPLE", #"200 {"id":1}"#),
      ("GET", "/api/users/1?page=1", "127.0.0.1:8080", #"200 {"id":1}"#),
      ("GET", "/api/users/1?page=1", "localhost", #"200 {"id":1}"#),
      ("GET", "/api/users/1?page=1", "[::1]:80", #"200 {"id":1}"#),
      (
        "GET", "/api/users/1?page=1", "b.example",
        #"404 {"error":"no endpoint of b.example has the path /api/users/1"}"#
      ),
      (
        "GET", "/api/user/1", "a.example",
        #"404 {"error":"no endpoint of a.example has the path /api/user/1"}"#
      ),
      (
        "PUT", "/api/users/1", "a.example",
        #"405 {"error":"PUT is not supported here; use GET, HEAD, POST"}"#
      ),
      (
        "GET", "/api/users/2?page=1", "a.example",
        #"422 {"error":"no example of 0.yaml, 2.yaml matches this request"}"#
      ),
      (
        "GET", "/api/users/1", "a.example",
        #"422 {"error":"no example of 0.yaml, 2.yaml matches this request"}"#
      ),
    ])
  func refused(_ method: String, _ target: String, _ host: String, _ expected: String) throws {
    let service = try service(
      Self.user, Self.create, Self.user.replacing("examples", with: "summary: 1 #"))
    #expect(answer(service, request(method, target, host: host)) == expected)
    #expect(service.count == 3)
  }

  @Test("A method that is not allowed gets a list of the allowed ones, without duplicates")
  func allow() throws {
    let head = try service(Self.user, Self.create, Self.user).response(
      to: request("PUT", "/api/users/1")
    ).head
    #expect(head.status == 405 && head.reason == "Method Not Allowed")
    #expect(head.header("Allow") == "GET, HEAD, POST")
    #expect(head.header("Content-Type") == "application/json")
  }

  @Test("An exact example of a later file takes precedence over an earlier catch-all")
  func exactFirst() throws {
    let all =
      "host: a.example\npath: /<x>\ninputs: {x: {}}\nexamples: {any: {response: {text: any}}}"
    let one = "host: a.example\npath: /one\nexamples: {it: {with: {}, response: {text: one}}}"
    let service = try service(all, one)
    #expect(answer(service, request("GET", "/one")) == "200 one")
    #expect(answer(service, request("GET", "/two")) == "200 any")
  }

  @Test("The requests of the files themselves match their own examples")
  func ownRequests() throws {
    let service = try service(Self.login, Self.user, Self.create)
    let call = try SpecText.call(Self.login, ["email=a@b", "password=x y"])
    #expect(try answer(service, ReceivedRequest(call.request)) == #"200 {"token":"t"}"#)
    #expect(
      try answer(service, ReceivedRequest(SpecText.call(Self.create, ["id=x/y"]).request)) == "201 "
    )
  }

  @Test("A file without a host matches the profile's host, or any host without a profile")
  func profile() throws {
    let spec = "path: /x\nexamples: {it: {response: {}}}"
    let project = MemoryFiles([
      "apicall.yaml": "profile: p\nprofiles: {p: {host: b.example/v1}}"
    ])
    let files = MemoryFiles()
    #expect(
      try service(spec, files: files).response(to: request("GET", "/x", host: "any")).head.status
        == 200)
    let bound = try service(spec, files: project)
    #expect(bound.response(to: request("GET", "/v1/x", host: "b.example")).head.status == 200)
    #expect(bound.response(to: request("GET", "/x", host: "b.example")).head.status == 404)
    #expect(bound.response(to: request("GET", "/v1/x", host: "c.example")).head.status == 404)
  }

  @Test("If the method is a value, every method is allowed")
  func anyMethod() throws {
    let spec = """
      host: a.example
      method: <m>
      inputs: {m: {}}
      examples: {it: {with: {m: PUT}, response: {text: put}}}
      """
    let service = try service(spec)
    #expect(answer(service, request("PUT", "/")) == "200 put")
    #expect(service.response(to: request("GET", "/")).head.status == 422)
  }
}
