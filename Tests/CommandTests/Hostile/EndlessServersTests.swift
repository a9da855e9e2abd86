import TestServers
import Foundation
import Testing

@Suite("A server that never ends", .serialized)
struct EndlessServersTests {
  /// How many moments each server gets; APICALL_TEST_SIGNAL_MOMENTS sets another number.
  private static let moments =
    ProcessInfo.processInfo.environment["APICALL_TEST_SIGNAL_MOMENTS"].flatMap { Int($0) }
  /// The tolerance for the end of a run.
  ///
  /// The promise is 0.5 s and 1 s, which is measured with a number of moments. Otherwise it is the
  /// processor time that is limited: a machine may do other things meanwhile.
  private static let late: (first: Duration, second: Duration, limit: Duration) =
    moments == nil
    ? (.seconds(2), .seconds(3), .seconds(3)) : (.seconds(0.5), .seconds(1), .seconds(1))

  @Test("A run still ends at the first signal", arguments: EndlessServer.allCases)
  func firstSignal(of kind: EndlessServer) throws {
    let requests = RequestCount()
    let server = try kind.start(requests)
    defer { withExtendedLifetime(server) {} }
    let folder = try folder(for: kind)
    var latest = Duration.zero
    var count = 0
    for number in 0..<(Self.moments ?? 1) {
      let signal = number % 2 == 0 ? SIGINT : SIGTERM
      let before = requests.now
      let child = try child("endpoint.yaml", of: kind, in: folder, at: server)
      #expect(requests.reaches(before + 1))
      usleep(.random(in: 0..<700_000))
      if child.hasEnded { continue }
      count += 1
      let start = Self.time(of: child)
      child.send(signal)
      let run = CommandRun(child)
      let time = Self.time(of: child) - start
      latest = max(latest, time)
      #expect(run.ending == .signal(signal) && run.error == "")
      #expect(time < Self.late.first)
    }
    // One run may end by itself before.
    #expect(count > (Self.moments ?? 0) / 10 || Self.moments == nil)
    if Self.moments != nil { print("first signal, \(kind.rawValue): \(count), \(latest)") }
  }

  /// The kinds that make a difference for a script.
  ///
  /// With a number of moments, this is all but one: frames of an old stream on the connection that
  /// the last call reuses break that call at once.
  private static let forScripts =
    moments == nil
    ? [.body, .array, .gzip, .silence]
    : EndlessServer.allCases.filter { $0 != .emptyFrames }

  @Test("A script still ends at the second signal", arguments: forScripts)
  func secondSignal(of kind: EndlessServer) throws {
    let requests = RequestCount()
    let server = try kind.start(requests)
    defer { withExtendedLifetime(server) {} }
    let folder = try folder(for: kind)
    var latest = Duration.zero
    var count = 0
    for number in 0..<(Self.moments ?? 1) {
      let before = requests.now
      let child = try child("script.yaml", of: kind, in: folder, at: server)
      #expect(requests.reaches(before + 1))
      usleep(.random(in: 0..<300_000))
      if child.hasEnded { continue }
      child.send(SIGTERM)
      // The first signal may not be handled yet; the second one ends everything. Without a number of
      // moments, it has been handled: on a slow machine, both could count as one.
      if Self.moments == nil { waits { requests.now >= before + 2 || child.hasEnded } }
      usleep(.random(in: 150_000..<500_000))
      if child.hasEnded { continue }
      count += 1
      let start = Self.time(of: child)
      child.send(number % 2 == 0 ? SIGINT : SIGTERM)
      let ending = child.wait()
      let time = Self.time(of: child) - start
      latest = max(latest, time)
      #expect(ending == .signal(SIGTERM))
      #expect(time < Self.late.second)
    }
    // One run may end by itself before.
    #expect(count > (Self.moments ?? 0) / 10 || Self.moments == nil)
    if Self.moments != nil { print("second signal, \(kind.rawValue): \(count), \(latest)") }
  }

  @Test(
    "A run still ends at its time limit",
    arguments: EndlessServer.allCases.filter { ![.redirects, .array, .events].contains($0) })
  func timeLimit(of kind: EndlessServer) throws {
    let server = try kind.start()
    defer { withExtendedLifetime(server) {} }
    let start = ContinuousClock.now
    let child = try child(
      "endpoint.yaml", of: kind, in: folder(for: kind), at: server, ["--timeout", "300ms"])
    let run = CommandRun(child)
    let time = Self.moments == nil ? child.processorTime : ContinuousClock.now - start
    #expect(time < .milliseconds(300) + Self.late.limit)
    #expect(run.ending == .exit(2))
    #expect(
      run.error == """
        apicall: no complete response from \(server.url) within 300ms
          hint: --timeout sets the limit

        """)
  }

  @Test("A script makes its last calls after the first signal")
  func cleanups() throws {
    let requests = RequestCount()
    let server = try EndlessServer.chunkExtension.start(requests)
    defer { withExtendedLifetime(server) {} }
    let child = try child(
      "script.yaml", of: .chunkExtension, in: folder(for: .chunkExtension), at: server)
    #expect(requests.reaches(1))
    usleep(300_000)
    child.send(SIGTERM)
    // The call of `finally`, to the same endless server.
    #expect(requests.reaches(2))
    usleep(300_000)
    child.send(SIGTERM)
    #expect(child.wait() == .signal(SIGTERM))
  }

  @Test("No temporary file is left in the folder of the output")
  func temporaryFiles() throws {
    let requests = RequestCount()
    let server = try EndlessServer.array.start(requests)
    let folder = try folder(for: .array)
    let child = try child(
      "endpoint.yaml", of: .array, in: folder, at: server, ["-o", "saved.json"])
    #expect(requests.reaches(1))
    usleep(500_000)
    child.send(SIGTERM)
    #expect(child.wait() == .signal(SIGTERM))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(left == ["endpoint.yaml", "script.yaml"])
  }

  // MARK: Programs and files

  /// The time that a program has taken: since some moment, or of the processor.
  private static func time(of child: ChildProcess) -> Duration {
    moments == nil ? child.processorTime : start.duration(to: .now)
  }

  private static let start = ContinuousClock.now

  /// Creates a folder with an endpoint, and a script that makes the same call twice.
  private func folder(for kind: EndlessServer) throws -> String {
    let folder = "\(Place.scratch)/endless-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "host: https://odd.example\npath: /a\n\(kind.fields)"
      .write(toFile: "\(folder)/endpoint.yaml", atomically: true, encoding: .utf8)
    try """
    steps: {first: {call: endpoint.yaml}}
    finally: {last: {call: endpoint.yaml}}

    """.write(toFile: "\(folder)/script.yaml", atomically: true, encoding: .utf8)
    return folder
  }

  private func child(
    _ file: String, of kind: EndlessServer, in folder: String, at server: ScriptedServer,
    _ options: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall"), "run", file, "--mock", server.url] + kind.options + options,
      in: folder)
  }
}
