import APICallScripts
import APICallSystem
import APICallText
import Foundation
import Synchronization
import TestServers
import TestWorlds
import Testing

@Suite("Needed calls and the session", .serialized)
struct NeedTests {
  /// Creates a project whose `me` needs a user's token.
  private func home(_ server: TokenServer) throws -> SessionsHome {
    let home = try SessionsHome()
    try home.write(
      """
      url: \(server.url)/token
      inputs: {user: {}, password: {secret: true, default: hunter2hunter2}}
      json: {user: <user>, password: <password>}
      outputs: {token: {from: $.token, secret: true}}
      examples: {any: {response: {json: {token: tok-of-example, expires_in: 60}}}}

      """, to: "shop/endpoints/token.yaml")
    for (name, fresh) in [("me", "1h"), ("until", "{from: $.expires_in, minus: 1m}")] {
      try home.write(
        """
        url: \(server.url)/me
        inputs: {user: {default: ann}}
        needs: {login: {call: token, with: {user: <user>}, fresh: \(fresh)}}
        auth: {type: bearer, token: <login.token>}
        select: $.shown
        examples: {any: {response: {json: {shown: nothing}}}}

        """, to: "shop/endpoints/\(name).yaml")
    }
    return home
  }

  @Test("Many programs that need the same token at once share one request for it")
  func together() throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try TokenServer { _ in gate.waitsForSignal() }
    let home = try home(server)
    let children = try (0..<6).map { _ in try home.start(["run", "me"]) }
    // The token is issued when all of them have progressed far enough to want it.
    usleep(500_000)
    for _ in 0..<6 { gate.signal() }
    for child in children {
      let run = CommandRun(child)
      #expect(run.ending == .exit(0) && run.output == "tok-number-1\n", "\(run.error)")
    }
    #expect(server.tokens == 1)
    #expect(try home.run("run", "me").output == "tok-number-1\n")
    #expect(try home.run("run", "me", "user=bob").output == "tok-number-2\n")
    #expect(try home.run("run", "me", "--no-session").output == "tok-number-3\n")
    #expect(try home.run("run", "me", "--session", "nightly").output == "tok-number-4\n")
    let twice = try home.run("run", "me", "me", "--no-session")
    #expect(twice.output == "tok-number-5\ntok-number-5\n")
    #expect(try home.names().count == 2)
  }

  @Test("A login whose file has changed is made anew")
  func changed() throws {
    let server = try TokenServer()
    let home = try home(server)
    for _ in 1...2 { #expect(try home.run("run", "me").output == "tok-number-1\n") }
    let file = "shop/endpoints/token.yaml"
    try home.write(try home.text(file).replacing("json: {", with: "json: {scope: all, "), to: file)
    for _ in 1...2 { #expect(try home.run("run", "me").output == "tok-number-2\n") }
  }

  @Test("A program that is killed while it requests a token does not block others")
  func killedAsking() throws {
    let asked = DispatchSemaphore(value: 0)
    let isOver = Flag()
    let server = try TokenServer { number in
      asked.signal()
      if number == 1 { isOver.waits() }
    }
    defer { isOver.raise() }
    let home = try home(server)
    let first = try home.start(["run", "me"])
    #expect(asked.waitsForSignal())
    let second = try home.start(["run", "me"])
    // It is already waiting for the first one, or will find that it is gone.
    usleep(300_000)
    first.send(SIGKILL)
    let run = CommandRun(second)
    #expect(run.ending == .exit(0) && run.output == "tok-number-2\n", "\(run.error)")
    #expect(first.wait() == .signal(SIGKILL))
  }

  @Test("A program that waits for another one's token ends at a signal")
  func interrupted() throws {
    let gate = DispatchSemaphore(value: 0)
    let asked = DispatchSemaphore(value: 0)
    let server = try TokenServer { _ in
      asked.signal()
      gate.waitsForSignal()
    }
    let home = try home(server)
    let first = try home.start(["run", "me"])
    #expect(asked.waitsForSignal())
    let second = try home.start(["run", "me"])
    // It is already waiting, or will find the signal when it does.
    usleep(300_000)
    second.send(SIGINT)
    #expect(second.wait() == .signal(SIGINT))
    gate.signal()
    #expect(first.wait() == .exit(0))
    #expect(server.tokens == 1)
  }

  @Test("Outputs with an unknown expiry are not used if the expiry must be known")
  func lifetimes() throws {
    let server = try TokenServer()
    let home = try home(server)
    #expect(try home.run("run", "me").output == "tok-number-1\n")
    #expect(try home.run("run", "until").output == "tok-number-2\n")
    #expect(try home.run("run", "until").output == "tok-number-2\n")
    // They are the newest, and valid for an hour.
    #expect(try home.run("run", "me").output == "tok-number-2\n")
    let shown = try home.run("session", "show")
    #expect(shown.output.contains(", expires in 5"), "\(shown.output)")
    #expect(shown.output.hasSuffix("\n  token  ***\n"))
  }

  @Test("The outputs of a script set their own lifetime, and are kept for that time")
  func scripts() throws {
    let server = try TokenServer()
    let home = try home(server)
    try home.write(
      """
      inputs: {user: {default: ann}}
      steps: {login: {call: token, with: {user: <user>}}}
      outputs: {token: <login.token>, left: <login.body.expires_in>}

      """, to: "shop/endpoints/signin.yaml")
    let basket = """
      url: \(server.url)/me
      needs: {login: {call: signin, fresh: {from: $.left, minus: 1m}}}
      auth: {type: bearer, token: <login.token>}
      select: $.shown
      examples: {any: {response: {json: {shown: no-one}}}}

      """
    try home.write(basket, to: "shop/endpoints/basket.yaml")
    for _ in 0..<2 {
      let run = try home.run("run", "basket")
      #expect(run.ending == .exit(0) && run.output == "tok-number-1\n", "\(run.error)")
    }
    #expect(server.tokens == 1)
    #expect(try home.run("session", "show").output.contains(", expires in 5"))
    // Responses of examples are not kept, even through a script.
    let fixture = try home.run("run", "basket", "--requester", "fixture", "--session", "new")
    #expect(fixture.ending == .exit(0) && fixture.output == "no-one\n", "\(fixture.error)")
    #expect(try home.run("run", "basket", "--session", "new").output == "tok-number-2\n")
  }

  @Test("The response of an example is not stored as the server's")
  func examples() throws {
    let server = try TokenServer()
    let home = try home(server)
    let fixture = try home.run("run", "me", "--requester", "fixture")
    #expect(fixture.ending == .exit(0) && fixture.output == "nothing\n", "\(fixture.error)")
    #expect(server.tokens == 0)
    let mock = try TokenServer()
    let mocked = try home.run("run", "me", "--mock", mock.url)
    #expect(mocked.ending == .exit(0) && mock.tokens == 1, "\(mocked.error)")
    #expect(server.tokens == 0)
    #expect(try home.run("run", "me").output == "tok-number-1\n")
    #expect(server.tokens == 1)
    let show = try home.run("show", "me")
    #expect(show.ending == .exit(0) && show.output.contains("\nAuthorization: ***\n"))
  }

  /// Whether this machine lets the tests mount a small file system.
  private static let canMount: Bool = {
    let child = try? ChildProcess(
      ["unshare", "-m", "/bin/sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"])
    return child?.wait() == .exit(0)
  }()

  @Test("A full disk is reported, loses nothing, and can be cleared", .enabled(if: canMount))
  func fullDisk() throws {
    let server = try TokenServer()
    let home = try home(server)
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/state", withIntermediateDirectories: false)
    let program = try Place.program("apicall")
    let script = """
      mount -t tmpfs -o size=64k,mode=700 tmpfs ../state
      \(program) run me; dd if=/dev/zero of=../state/fill 2>/dev/null
      \(program) run me user=bob; echo $?; \(program) run me
      ls -A ../state/apicall/sessions/* | wc -l
      \(program) session clear; \(program) run me user=bob; echo $?
      """
    let run = CommandRun(
      try ChildProcess(
        ["unshare", "-m", "/bin/sh", "-c", script], in: home.project,
        environment: Surroundings.variables.merging(["XDG_STATE_HOME": "\(home.path)/state"]) { $1 }
      ))
    let lines = run.output.split(separator: "\n")
    #expect(
      lines == [
        "tok-number-1", "73", "tok-number-1", "2",
        "removed: endpoints/token.yaml (\(server.url))", "tok-number-3", "0",
      ], "\(run.error)")
    #expect(
      run.error.contains(
        /cannot write '\S+\/state\/apicall\/sessions\/shop\.\w+\/\w{64}\.json': no space left on device/
      ), "\(run.error)")
  }

  /// The number of programs to kill; `APICALL_KILLS=500` kills more.
  private static let kills =
    ProcessInfo.processInfo.environment["APICALL_KILLS"].flatMap { Int($0) } ?? 12

  @Test("Programs that are killed while they write lose nothing, and reveal nothing")
  func killedWriting() async throws {
    let answered = DispatchSemaphore(value: 0)
    let server = try TokenServer { _ in answered.signal() }
    let home = try home(server)
    let files = try home.projectFiles()
    // Large enough that searching takes a while.
    let text = SessionOutput("text", .text(String(repeating: "x", count: 300_000)))
    try await home.store([text], of: "endpoints/large.yaml", in: files)
    var kept: Set<String> = []
    var (unfinished, stored) = (0, 0)
    for number in 0..<Self.kills {
      let child = try home.start(["run", "me", "user=u\(number)"])
      guard answered.waitsForSignal() else {
        Issue.record("no token was asked for: \(CommandRun(child))")
        return
      }
      // Some store their token, however slow the machine is.
      if number % 4 < 3 {
        usleep(UInt32(number * 12_347 % 120_000))
        child.send(SIGKILL)
      }
      let isDone = child.wait() == .exit(0)
      for name in try FileManager.default.contentsOfDirectory(atPath: files.place) {
        let mode = try home.mode("\(files.place)/\(name)")
        #expect(mode == 0o600, "\(name) has the mode \(String(mode, radix: 8))")
        if name.hasSuffix(".new") { unfinished += 1 }
      }
      #expect(try home.mode(home.folder) == 0o700 && home.mode(files.place) == 0o700)
      let (records, problem) = try home.session(files).contents()
      #expect(problem == nil)
      #expect(records.first?.entry.output(named: "text") == text)
      let inputs = Set(records.dropFirst().map(\.inputs))
      #expect(inputs.isSuperset(of: kept), "entries were lost at kill \(number)")
      if isDone { #expect(inputs.count == kept.count + 1) }
      if inputs.count > kept.count { stored += 1 }
      kept = inputs
    }
    #expect(stored >= Self.kills / 4)
    print("killed \(Self.kills): \(stored) had stored their token, \(unfinished) half of it")
    #expect(try home.run("run", "me", "user=last").ending == .exit(0))
    #expect(try home.session(files).contents().records.count == kept.count + 2)
    // The files of the killed programs are gone, except locks of entries that stayed.
    let names = try FileManager.default.contentsOfDirectory(atPath: files.place)
    #expect(names.allSatisfy { !$0.hasSuffix(".new") })
    #expect(names.filter { $0.hasSuffix(".json") }.count == kept.count + 2)
  }
}
