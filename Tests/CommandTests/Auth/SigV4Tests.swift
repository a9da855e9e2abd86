import Foundation
import TestServers
import Testing

struct SigV4Tests {
  /// Needs a Python with botocore.
  @Test(
    "botocore computes the signatures of generated requests as well",
    .enabled(if: TestPython.has("botocore"), "a Python with botocore is needed"))
  func generated() throws {
    let seed = Int.random(in: 0..<1_000_000)
    let python = try #require(TestPython.program(with: "botocore"))
    let check = CommandRun(
      try ChildProcess([
        python, "\(Place.fixtures)/signatures/check_signatures.py",
        Place.program("apicall"), "aws-sigv4", "\(seed)", "300",
      ]))
    #expect(check.ending == .exit(0), "seed \(seed): \(check)")
  }

  /// Needs a Python with the server of moto.
  @Test(
    "A server that checks signatures stores objects under odd names",
    .enabled(if: TestPython.has("moto.server, flask"), "a Python with moto[server] is needed"))
  func store() throws {
    let home = try AWSHome()
    let python = try #require(TestPython.program(with: "moto.server, flask"))
    let server = try ChildProcess([python, "\(Place.fixtures)/signatures/moto_server.py"])
    defer { server.send(SIGKILL) }
    let line = try ServeProcess.firstLine(of: server, containing: "http://127.0.0.1:")
    let words = line.split(separator: " ").map(String.init)
    try #require(words.count == 3)
    try home.write(
      "credentials",
      "[default]\naws_access_key_id = \(words[1])\naws_secret_access_key=\(words[2])\n"
        + "[wrong]\naws_access_key_id = \(words[1])\naws_secret_access_key=\(words[1])\n")
    try home.write(
      "config",
      "[default]\nregion = us-east-1\ns3 =\n  region = nowhere\n[profile wrong]\nregion = us-east-1\n"
    )
    try home.write(
      "shop/put.yaml",
      """
      host: \(words[0])
      method: PUT
      path: /bucket
      inputs: {profile: {default: default}}
      auth: {type: aws-sigv4, service: s3, profile: <profile>}
      """)
    #expect(try home.run("run", "put.yaml").ending == .exit(0))
    let wrong = try home.run("run", "put.yaml", "profile=wrong")
    #expect(wrong.ending == .exit(4), "\(wrong)")
    try home.write(
      "shop/object.yaml",
      """
      host: \(words[0])
      method: PUT
      path: /bucket/<key>
      inputs: {key: {}}
      text: hello
      auth: {type: aws-sigv4, service: s3}
      """)
    for key in ["a b", "a+b", "a=b", "a//b", "ü", "%20", "a'(b)*!", "a:@&$,;", "~.-_"] {
      let put = try home.run("run", "object.yaml", "key=\(key)")
      #expect(put.ending == .exit(0), "\(key): \(put)")
    }
    try home.write(
      "shop/list.yaml",
      """
      host: \(words[0])
      path: /bucket
      query: {list-type: 2, prefix: a, x: [b, a]}
      decode: text
      auth: {type: aws-sigv4, service: s3}
      """)
    let list = try home.run("run", "list.yaml")
    for key in ["a b", "a+b", "a=b", "a//b"] {
      #expect(list.output.contains("<Key>\(key)</Key>"), "\(list)")
    }
  }

  @Test(
    "What a file cannot sign with ends with its reason",
    arguments: [
      ("host: https://h.example", "needs 'service' for h.example"),
      ("host: https://s3.amazonaws.com\nheaders: {X-Amz-Date: a}", "'X-Amz-Date' is already there"),
      ("url: 'http://127.0.0.1:1/?a=b+c'", "'+' in the query"),
    ])
  func problems(lines: String, message: String) throws {
    let home = try AWSHome()
    let service = lines.contains("h.example") ? "" : ", service: s3, region: a"
    let path = lines.contains("url:") ? "" : "\npath: /"
    try home.write(
      "shop/call.yaml",
      lines + path + "\ninputs: {k: {secret: true, default: s3cret}}\n"
        + "auth: {type: aws-sigv4, access_key: A, secret_key: <k>\(service)}\n")
    let run = try home.run("run", "call.yaml")
    #expect(run.ending == .exit(65) && run.error.contains(message), "\(run)")
    #expect(!run.error.contains("s3cret"))
  }

  @Test(
    "The keys of a user come from the variables or a profile, or the message says how",
    arguments: [
      (["AWS_ACCESS_KEY_ID": "AKENV", "AWS_SECRET_ACCESS_KEY": "hush-hush"], "", "", "AKENV"),
      (
        ["AWS_PROFILE": "dev"], "[dev]\naws_access_key_id=AKDEV\naws_secret_access_key=hush-hush",
        "", "AKDEV"
      ),
      ([:], "", "", "does not exist"),
      ([:], "[dev]\na=b", "", "has no keys for the profile 'default'"),
      ([:], "", "[default]\nsso_session = x", "aws configure export-credentials --profile default"),
      (
        ["AWS_PROFILE": "dev"], "", "[profile dev]\nrole_arn = x",
        "export-credentials --profile dev"
      ),
    ])
  func sources(
    variables: [String: String], credentials: String, config: String, words: String
  ) throws {
    let home = try AWSHome()
    if !credentials.isEmpty { try home.write("credentials", credentials) }
    if !config.isEmpty { try home.write("config", config) }
    let server = try ScriptedServer.answering()
    try home.write(
      "shop/call.yaml",
      "host: \(server.url)\npath: /\nauth: {type: aws-sigv4, service: s3, region: eu-west-1}\n")
    let run = try home.run("run", "-v", "call.yaml", variables: variables)
    #expect(!run.error.contains("hush-hush"))
    guard words.hasPrefix("AK") else {
      #expect(run.ending == .exit(77) && run.error.contains(words), "\(run)")
      return
    }
    #expect(run.ending == .exit(0), "\(run)")
    let request = server.requests.first ?? ""
    #expect(request.contains("Credential=\(words)/"), "\(request)")
    #expect(request.contains("/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-"))
  }

  @Test(
    "A refusal says what may be wrong with the signature",
    arguments: [
      ("301 Moved Permanently\r\nx-amz-bucket-region: eu-west-3", "write 'region: eu-west-3'"),
      ("403 Forbidden\r\nDate: Tue, 01 Jan 2030 00:00:00 GMT", "the clock of this machine is "),
      ("403 Forbidden", "check the key, 'region' (a) and 'service' (s3)"),
    ])
  func advice(head: String, words: String) throws {
    let home = try AWSHome()
    let server = try ScriptedServer.answering { _ in
      "HTTP/1.1 \(head)\r\nContent-Length: 0\r\n\r\n"
    }
    try home.write(
      "shop/call.yaml",
      "host: \(server.url)\npath: /\ninputs: {k: {secret: true, default: s3cret}}\n"
        + "auth: {type: aws-sigv4, access_key: A, secret_key: <k>, service: s3, region: a}\n")
    let run = try home.run("run", "call.yaml")
    #expect(run.error.contains(words), "\(run)")
  }

  @Test("Keys that others can read are not used, and neither are they by a file of a stranger")
  func privacy() throws {
    let home = try AWSHome()
    try home.write("credentials", "[default]\naws_access_key_id=A\naws_secret_access_key=b")
    let call =
      "host: http://127.0.0.1:1\npath: /\nauth: {type: aws-sigv4, service: s3, region: a}\n"
    try home.write("shop/call.yaml", call)
    try home.write("other/call.yaml", call)
    let stranger = try home.run("run", "\(home.path)/other/call.yaml")
    #expect(stranger.ending == .exit(77), "\(stranger)")
    #expect(stranger.error.contains("the file may not use your keys of AWS"))
    #expect(chmod("\(home.path)/.aws/credentials", 0o644) == 0)
    let run = try home.run("run", "call.yaml")
    #expect(run.ending == .exit(77) && run.error.contains("others may read"), "\(run)")
  }

  @Test("A body that is read once is sent unsigned over TLS alone")
  func unrepeatable() throws {
    let home = try AWSHome()
    try home.write(
      "shop/call.yaml",
      """
      host: http://127.0.0.1:1
      method: PUT
      path: /
      file: <f>
      inputs: {k: {secret: true, default: a}, f: {type: file}}
      auth: {type: aws-sigv4, access_key: A, secret_key: <k>, service: s3, region: a}
      """)
    let run = try home.run("run", "call.yaml", "f=-")
    #expect(run.ending == .exit(74) && run.error.contains("can be read only once"), "\(run)")
  }
}

/// A home of a user with keys of AWS, and a trusted project `shop`.
struct AWSHome {
  let path: String

  init() throws {
    path = "\(Place.scratch)/aws-\(UUID().uuidString)"
    for folder in [".aws", "shop", "other"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
    _ = try run("trust", "\(path)/shop")
  }

  /// Writes a file of the project, or one of the folder `.aws`.
  func write(_ name: String, _ text: String) throws {
    let file = "\(path)/\(name.contains("/") ? name : ".aws/\(name)")"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(chmod(file, 0o600) == 0)
  }

  @discardableResult
  func run(_ arguments: String..., variables: [String: String] = [:]) throws -> CommandRun {
    CommandRun(
      try ChildProcess(
        [Place.program("apicall")] + arguments, in: "\(path)/shop",
        environment: Surroundings.variables.merging(["HOME": path]) { $1 }.merging(variables) { $1 }
      ))
  }
}
