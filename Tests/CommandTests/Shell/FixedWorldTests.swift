import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallSystem
import APICallText
import Foundation
import SeededNumbers
import Synchronization
import TestServers
import Testing
import YAMLTree

/// Tests with a fixed clock and seeded randomness, in which a call is the same however often it is
/// built.
///
/// The shown and the sent requests are then compared byte for byte, including boundaries.
@Suite("A call in a fixed world")
struct FixedWorldTests {
  /// The number of generated specs; APICALL_ROUNDS sets a longer run.
  private static let iterations =
    ProcessInfo.processInfo.environment["APICALL_ROUNDS"].flatMap { Int($0) } ?? 100

  @Test("The shown request is the one that a server receives, and curl sends the same")
  func same() throws {
    let seed = TestSeed.picked()
    let server = try ScriptedServer.answering()
    let folder = "\(Place.scratch)/fixed-\(seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data((0...255).map { UInt8($0) }).write(to: URL(filePath: "\(folder)/data.bin"))

    var maker = SpecMaker(seed: seed)
    var shown: [[UInt8]] = []
    var commands = ""
    var requests: [OutgoingRequest] = []
    var specs: [String] = []
    var refused = 0
    while requests.count < Self.iterations {
      let spec = maker.spec(for: "127.0.0.1:\(server.port)", hasValues: true)
      let worldSeed = UInt64(specs.count)
      let call: Call
      do {
        call = try Self.call(spec, in: folder, worldSeed)
      } catch {
        // A value that is not allowed where it is used, such as a line break in a header field.
        refused += 1
        continue
      }
      specs.append(spec)
      shown.append(try Self.bytes(of: call.request))
      commands += "(\n\(CurlCommand(call).text)) >/dev/null 2>&1\n"
      requests.append(try Self.call(spec, in: folder, worldSeed).request)
    }
    #expect(refused < Self.iterations, "seed \(seed)")
    #expect(server.takeRequests().isEmpty)

    try send(requests)
    let sent = server.takeRequests()
    try commands.write(toFile: "\(folder)/all.sh", atomically: false, encoding: .utf8)
    let shell = CommandRun(
      try ChildProcess(["/bin/sh", "all.sh"], in: folder), limit: .seconds(900))
    #expect(shell.ending == .exit(0), "\(shell.error)")
    let sentByCurl = server.takeRequests()
    try #require(sent.count == Self.iterations && sentByCurl.count == Self.iterations)
    for (number, bytes) in shown.enumerated()
    where bytes != sent[number] || bytes != sentByCurl[number] {
      Issue.record(
        """
        seed \(seed), number \(number):
        \(specs[number])
        shown \(String(decoding: bytes, as: UTF8.self).debugDescription)
        sent \(String(decoding: sent[number], as: UTF8.self).debugDescription)
        by curl \(String(decoding: sentByCurl[number], as: UTF8.self).debugDescription)
        """)
      return
    }
  }

  /// Builds a call in a new world.
  private static func call(_ spec: String, in folder: String, _ seed: UInt64) throws -> Call {
    let generator = Mutex(SeededGenerator(seed: seed))
    var world = World.system()
    world.now = { UTCTimestamp(seconds: 1_795_000_000, nanoseconds: 5) }
    world.randomBytes = { count in
      generator.withLock { generator in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }
    }
    let source = Source(name: "\(folder)/call.yaml", bytes: Array(spec.utf8))
    let endpoint = try EndpointReader(registry: Builtins.readingRegistry).read(source)
      .with { $0.fileRoot = FileRoot(folder, files: world.files) }
    return try CallBuilder(world: world, destination: Destination()).call(endpoint, with: [])
  }

  private static func bytes(of request: OutgoingRequest) throws -> [UInt8] {
    let message = RequestMessage(request)
    var bytes = message.head
    try message.writeBody(showingFiles: true) { bytes += $0 }
    return bytes
  }

  /// Sends requests one after the other, over one connection if possible.
  private func send(_ requests: [OutgoingRequest]) throws {
    let loop = CurlLoop(interruption: nil)
    let requester = CurlSender(loop: loop)
    let failure: ExchangeError? = loop.run {
      do throws(ExchangeError) {
        for request in requests { try await requester.send(request, to: Discarder()) }
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == nil)
  }

  /// Accepts a response and ignores it.
  private final class Discarder: ExchangeReceiver {
    func receive(_ head: ResponseHead) -> Demand { .more }
    func receive(_ bytes: Span<UInt8>) -> Demand { .more }
    func pause() -> Demand { .more }
  }
}
