import APICall
import Glibc
import Synchronization
import TestServers
import Testing

@Suite("Scripts from Swift", .timeLimit(.minutes(15)))
struct ScriptRunTests {
  private static let files = [
    "apicall.yaml": "profile: p\nprofiles: {p: {host: http://a.test}}\n",
    "endpoints/login.yaml": """
    path: /login
    inputs: {password: {secret: true}}
    form: {password: <password>}
    outputs: {token: {from: $.token, secret: true}}
    """,
    "endpoints/order.yaml": """
    path: /orders/<id>
    inputs: {id: {type: integer}, token: {secret: true}}
    auth: {type: bearer, token: <token>}
    outputs: {total: $.total}
    """,
    "endpoints/buy.yaml": """
    inputs: {password: {secret: true}, id: {type: integer, default: 7}}
    steps:
      login: {call: login, with: {password: <password>}}
      order: {call: order, with: {id: <id>, token: <login.token>}}
    print: {total: <order.total>, text: "order <id>"}
    outputs: {total: <order.total>, token: <login.token>, all: {id: <id>, list: [1.50, x]}}
    """,
    "endpoints/all.yaml": """
    inputs: {ids: {type: array}}
    steps:
      orders: {each: <ids>, call: order, with: {id: <each>, token: t}}
    """,
    "endpoints/tidy.yaml": """
    steps:
      make:
        call: {url: http://a.test/make}
        cleanup: {call: {url: http://a.test/unmake}}
      wait: {call: {url: http://a.test/wait}}
      never: {call: {url: http://a.test/never}}
    finally:
      note: {call: {url: http://a.test/note}}
    """,
    "endpoints/tidier.yaml": """
    steps:
      make:
        call: {url: http://a.test/make}
        cleanup: {call: {url: http://a.test/unmake}}
      wait: {call: {url: http://a.test/wait}}
    finally:
      \((1...12).map { "note\($0): {call: {url: http://a.test/note\($0)}}" }.joined(separator: "\n  "))
    """,
    "endpoints/lenient.yaml": """
    steps:
      first: {call: {url: http://a.test/first}, allow_failure: true}
      second:
        call: {url: http://a.test/second, outputs: {missing: $.missing}}
      third: {call: {url: "http://a.test/<second.missing>"}}
    """,
    "endpoints/told.yaml": """
    steps:
      bad: {call: {url: http://a.test/bad}}
    on_failure:
      alert: {call: {url: http://a.test/alert}}
    """,
  ]

  private let folder: FolderWithFiles
  private let project: Project

  init() throws {
    folder = try FolderWithFiles(Self.files)
    project = Project(at: folder.path)
  }

  private func client(
    cleaningWithin limit: Duration = .seconds(10),
    _ respond:
      @escaping @Sendable (Request) async throws(RequestError) -> RespondingRequester.Canned
  ) -> (client: Client, requester: RespondingRequester) {
    let requester = RespondingRequester(respond)
    var configuration = ClientConfiguration()
    configuration.cleanupTimeout = limit
    return (
      Client(project: project, configuration: configuration, requester: requester), requester
    )
  }

  @Test("Steps come as they begin, and outputs at the end")
  func steps() async throws {
    let (client, requester) = client { request in
      request.url.hasSuffix("/login")
        ? (.ok, #"{"token": "t0ken-value"}"#) : (.ok, #"{"total": 12.50}"#)
    }
    let run = client.run("buy", ["password": "s3cret"])
    var seen: [String] = []
    for await step in run.steps {
      seen.append("\(step.number ?? 0) of \(step.count ?? 0): \(step.path) \(step.part)")
    }
    #expect(seen == [#"1 of 2: ["login"] steps"#, #"2 of 2: ["order"] steps"#])
    let outputs = try await run.outputs
    #expect(outputs["total"] == "12.50")
    #expect(outputs["token"] == "t0ken-value")
    #expect(outputs["none"] == nil)
    #expect(outputs.names == ["total", "token", "all"])
    #expect(outputs.json("all")?.text == #"{"id":7,"list":[1.50,"x"]}"#)
    #expect(String(decoding: outputs.printed, as: UTF8.self).contains(#""text": "order 7""#))
    #expect("\(outputs) \(run)".contains("t0ken") == false)
    #expect(requester.lines == ["POST /login", "GET /orders/7"])
    let authorization = requester.requests.last?.headerFields[.authorization]
    #expect(authorization == "Bearer t0ken-value")
  }

  @Test("A run goes on if nobody reads its steps or keeps it")
  func unread() async throws {
    let (client, requester) = client { _ in (.ok, #"{"token": "t", "total": 1}"#) }
    client.run("buy", ["password": "s3cret"])
    #expect(await waits { requester.lines.count == 2 })
    #expect(requester.lines == ["POST /login", "GET /orders/7"])
  }

  @Test("The failed step is named, and its response is in the error")
  func failedStep() async throws {
    let (client, _) = client { request in
      request.url.hasSuffix("/login")
        ? (.ok, #"{"token": "t0ken-value"}"#) : (.notFound, #"{"error": "no order"}"#)
    }
    let error = await client.run("buy", ["password": "s3cret"]).result.error
    guard case .unexpectedStatus(let response, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.status == .notFound)
    #expect(response.text == #"{"error": "no order"}"#)
    #expect(error?.description.contains("in the step 'order'") == true)
    #expect(error?.description.contains("t0ken") == false)
  }

  @Test("So is that of an iteration")
  func failedIteration() async throws {
    let (client, requester) = client { request in
      request.url.hasSuffix("/2") ? (.gone, "gone 2") : (.ok, #"{"total": 1}"#)
    }
    let error = await client.run("all", ["ids": [1, 2, 3]]).result.error
    #expect(error?.response?.status == .gone)
    #expect(error?.response?.text == "gone 2")
    #expect(error?.description.contains("in iteration 2 of the step 'orders'") == true)
    #expect(requester.lines == ["GET /orders/1", "GET /orders/2"])
  }

  @Test("A failure that the script allows is not taken for the one that ended it")
  func allowedFailure() async throws {
    let (client, _) = client { request in
      request.url.hasSuffix("/first") ? (.internalServerError, "first") : (.ok, "{}")
    }
    let error = await client.run("lenient").result.error
    guard case .decoding(let response, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.text != "first")
    #expect(error?.description.contains("missing") == true)
  }

  @Test("Nor is one with the same status")
  func allowedFailureOfSameStatus() async throws {
    let folder = try FolderWithFiles([
      "a.yaml": """
      steps:
        first: {call: {url: http://a.test/first}, allow_failure: true}
        second: {call: {url: http://a.test/second, outputs: {x: $.x}}}
        third: {if: <second.x>, call: {url: http://a.test/third}}
      """
    ])
    let client = Client(
      requester: RespondingRequester { request in
        request.url.hasSuffix("/first")
          ? (.internalServerError, "first") : (.ok, #"{"x": "not a boolean"}"#)
      })
    let error = await client.run(try Script(contentsOf: "\(folder.path)/a.yaml")).result.error
    #expect(error != nil)
    #expect(error?.response == nil)
  }

  @Test("The calls after a failure are not taken for its cause")
  func callsAfterFailure() async throws {
    let (client, requester) = client { request in
      request.url.hasSuffix("/bad") ? (.badRequest, "bad") : (.badRequest, "alert")
    }
    let error = await client.run("told").result.error
    #expect(error?.response?.text == "bad")
    #expect(requester.lines == ["GET /bad", "GET /alert"])
  }

  @Test("Cancelling ends the call in progress, and the script still cleans up")
  func cancel() async throws {
    let (client, requester) = client { request throws(RequestError) in
      guard request.url.hasSuffix("/wait") else { return (.ok, "{}") }
      try? await Task.sleep(for: .seconds(900))
      throw .cancelled
    }
    let run = client.run("tidy")
    var parts: [ScriptStep.Part] = []
    for await step in run.steps {
      parts.append(step.part)
      if step.name == "wait" {
        #expect(await waits { requester.lines.count == 2 })
        run.cancel()
        run.cancel()
      }
    }
    #expect(await run.result.error?.isCancellation == true)
    #expect(parts == [.steps, .steps, .cleanup, .finally])
    #expect(requester.lines == ["GET /make", "GET /wait", "GET /unmake", "GET /note"])
    run.cancel()
  }

  @Test("Cleaning up after a cancellation has a time limit")
  func cleanupTimeout() async throws {
    let (client, requester) = client(cleaningWithin: .milliseconds(50)) {
      request throws(RequestError) in
      guard !request.url.hasSuffix("/make") else { return (.ok, "{}") }
      try? await Task.sleep(for: .seconds(900))
      throw .cancelled
    }
    let run = client.run("tidier")
    let start = ContinuousClock.now
    for await step in run.steps where step.name == "wait" { run.cancel() }
    #expect(await run.result.error?.isCancellation == true)
    // Each of the 13 would take 10 s with the usual limit.
    #expect(ContinuousClock.now - start < .seconds(120))
    let last = ["GET /unmake"] + (1...12).map { "GET /note\($0)" }
    #expect(Array(requester.lines.suffix(13)) == last)
  }

  @Test("Shutting down ends scripts, and refuses further ones")
  func shutdown() async throws {
    let (client, _) = client { request throws(RequestError) in
      try? await Task.sleep(for: .seconds(900))
      throw .cancelled
    }
    let run = client.run("all", ["ids": [1]])
    await client.shutdown()
    #expect(await run.result.error?.isCancellation == true)
    #expect(await client.run("all", ["ids": [1]]).result.error?.isCancellation == true)
  }

  @Test("Inputs are checked before anything is sent")
  func inputs() async throws {
    let (client, requester) = client { _ in (.ok, "{}") }
    let error = await client.run("buy", ["id": "x", "pasword": "y"]).result.error
    guard case .invalidInputs(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.map(\.input) == ["pasword"])
    #expect(found.first?.hint == "did you mean 'password'?")
    #expect(requester.lines == [])
  }

  @Test("A name that is not one of a script is an error in words")
  func notScript() async throws {
    let (client, _) = client { _ in (.ok, "{}") }
    #expect(
      await client.run("login", [:]).result.error?.description
        == "'\(folder.path)/endpoints/login.yaml' is an endpoint, not a script\n"
        + "  hint: call it with Client.call")
    #expect(
      await client.start("buy").result.error?.description
        == "'\(folder.path)/endpoints/buy.yaml' is a script, not an endpoint\n"
        + "  hint: run it with Client.run")
    #expect(
      await client.run("by").result.error?.description
        == "'by' does not exist in '\(folder.path)/endpoints'\n"
        + "  hint: did you mean 'buy'?")
    #expect(
      await Client(requester: FixtureRequester()).run("buy").result.error?.description.hasPrefix(
        "the client has no project") == true)
  }

  @Test("Each call of a script has events of its own")
  func events() async throws {
    let (client, _) = client { request in
      request.url.hasSuffix("/login") ? (.ok, #"{"token": "t0ken"}"#) : (.notFound, "{}")
    }
    let events = client.events
    let result = await client.run("buy", ["password": "s3cret"]).result
    await client.shutdown()
    var sent: [CallID] = []
    var ended: [CallID: String] = [:]
    for await event in events {
      switch event {
      case .sending(let id, _, _): sent.append(id)
      case .ended(let id, let result):
        #expect(ended[id] == nil)
        ended[id] = "\(result.map(\.code))".contains("success") ? "success" : "failure"
      default: break
      }
    }
    #expect(Set(sent).count == 2)
    #expect(sent.map { ended[$0] } == ["success", "failure"])
    #expect(result.error?.response?.status == .notFound)
  }

  @Test("A response that is not as expected otherwise is in the error, too")
  func expectation() async throws {
    let folder = try FolderWithFiles([
      "a.yaml": """
      steps:
        a: {call: {url: http://a.test/, expect: {body: {$.a: 1}}}}
      print: null
      """
    ])
    let client = Client(requester: RespondingRequester { _ in (.ok, #"{"a": 2}"#) })
    let error = await client.run(try Script(contentsOf: "\(folder.path)/a.yaml")).result.error
    guard case .expectation(let response, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.text == #"{"a": 2}"#)
  }

  @Test("An output of bytes is bytes, and text only if it is text")
  func bytes() async throws {
    let folder = try FolderWithFiles([
      "a.yaml": """
      steps: {a: {call: {url: http://a.test/}}}
      outputs: {raw: <a.body.raw | base64d>, plain: <a.body.plain | base64d>}
      print: null

      """
    ])
    let client = Client(
      requester: RespondingRequester { _ in (.ok, #"{"raw": "/9j/", "plain": "aGk="}"#) })
    let outputs = try await client.run(Script(contentsOf: "\(folder.path)/a.yaml")).outputs
    #expect(outputs["plain"] == "hi" && outputs.bytes("plain") == Array("hi".utf8))
    #expect(outputs["raw"] == nil && outputs.bytes("raw") == [0xFF, 0xD8, 0xFF])
    #expect(outputs.bytes("none") == nil)
  }

  @Test("Its steps save files only where the command line would")
  func save() async throws {
    let name = "apicall-saved-\(UInt64.random(in: 0 ... .max)).json"
    let folder = try FolderWithFiles([
      "good.yaml": "steps:\n  a: {call: {url: http://a.test/}, save: \(name)}\n",
      "bad.yaml": "steps:\n  a: {call: {url: http://a.test/}, save: ../escape.json}\n",
    ])
    let requester = RespondingRequester { _ in (.ok, #""saved""#) }
    let client = Client(requester: requester)
    _ = try await client.run(Script(contentsOf: "\(folder.path)/good.yaml", trust: .trusted))
      .outputs
    defer { unlink(name) }
    #expect(try FolderWithFiles.text(at: name) == #""saved""#)
    let error = await #expect(throws: RequestError.self) {
      try await client.run(Script(contentsOf: "\(folder.path)/bad.yaml")).outputs
    }
    #expect(error?.description.contains("../escape.json") == true)
    #expect(requester.lines.count == 1)
  }

  @Test("Scripts of the examples do the same with a fixture as with the command line")
  func example() async throws {
    let folder =
      ServedLibrary.folder.split(separator: "/").dropLast(3)
      .reduce("") { "\($0)/\($1)" } + "/examples/scripts"
    let script = try Script(contentsOf: "\(folder)/log-in-and-list.yaml")
    let client = Client(requester: FixtureRequester())
    let outputs = try await client.run(
      script, ["email": "ann@example.com", "password": "correct-horse"]
    ).outputs
    #expect(
      String(decoding: outputs.printed, as: UTF8.self) == """
        id  name         city
        17  Aroha Ngata  Nelson
        23  Tom Reid     Napier

        """)
  }
}
