import TestServers
import APICallBase
import APICallCurl
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallSpec
import APICallSystem
import Foundation
import SeededNumbers
import Synchronization
import Testing
import YAMLTree

/// In a world whose clock stands still and whose chance follows from a seed, a call is the same
/// however often it is built: then shown and sent are compared octet for octet, boundaries included.
@Suite("A call in a world that stands still")
struct FixedWorldTests {
  /// How many specs are made; a longer run is asked for by APICALL_ROUNDS.
  private static let rounds =
    ProcessInfo.processInfo.environment["APICALL_ROUNDS"].flatMap { Int($0) } ?? 100

  @Test("what is shown is what a server receives, and curl makes it receive the same")
  func same() throws {
    let seed = TestSeed.picked()
    let server = try ScriptedServer.answering()
    let folder = "\(Place.scratch)/fixed-\(seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data((0...255).map { UInt8($0) }).write(to: URL(filePath: "\(folder)/data.bin"))

    var maker = SpecMaker(seed: seed)
    var shown: [[UInt8]] = []
    var commands = ""
    var requests: [Request] = []
    var specs: [String] = []
    var refused = 0
    while requests.count < Self.rounds {
      let spec = maker.spec(for: "127.0.0.1:\(server.port)", hasValues: true)
      let worldSeed = UInt64(specs.count)
      let call: Call
      do {
        call = try Self.call(spec, in: folder, worldSeed)
      } catch {
        // A value that cannot stand where it is, such as a line break in a header field.
        refused += 1
        continue
      }
      specs.append(spec)
      shown.append(try Self.octets(of: call.request))
      commands += "(\n\(CurlCommand(call).text)) >/dev/null 2>&1\n"
      requests.append(try Self.call(spec, in: folder, worldSeed).request)
    }
    #expect(refused < Self.rounds, "seed \(seed)")
    #expect(server.takeRequests().isEmpty)

    try send(requests)
    let sent = server.takeRequests()
    try commands.write(toFile: "\(folder)/all.sh", atomically: false, encoding: .utf8)
    let shell = CommandRun(
      try ChildProcess(["/bin/sh", "all.sh"], in: folder), limit: .seconds(900))
    #expect(shell.ending == .exit(0), "\(shell.error)")
    let sentByCurl = server.takeRequests()
    try #require(sent.count == Self.rounds && sentByCurl.count == Self.rounds)
    for (number, octets) in shown.enumerated()
    where octets != sent[number] || octets != sentByCurl[number] {
      Issue.record(
        """
        seed \(seed), number \(number):
        \(specs[number])
        shown \(String(decoding: octets, as: UTF8.self).debugDescription)
        sent \(String(decoding: sent[number], as: UTF8.self).debugDescription)
        by curl \(String(decoding: sentByCurl[number], as: UTF8.self).debugDescription)
        """)
      return
    }
  }

  /// Builds a call in a world of its own.
  private static func call(_ spec: String, in folder: String, _ seed: UInt64) throws -> Call {
    let generator = Mutex(SeededGenerator(seed: seed))
    var world = World.system()
    world.now = { Timestamp(seconds: 1_795_000_000, nanoseconds: 5) }
    world.randomOctets = { count in
      generator.withLock { generator in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }
    }
    let source = Source(name: "\(folder)/call.yaml", octets: Array(spec.utf8))
    let endpoint = try EndpointReader(registry: Builtins.readingRegistry).read(source)
      .with { $0.fileRoot = FileRoot(folder, files: world.files) }
    return try CallBuilder(world: world, destination: Destination()).call(endpoint, with: [])
  }

  private static func octets(of request: Request) throws -> [UInt8] {
    let message = RequestMessage(request)
    var octets = message.head
    try message.writeBody(showingFiles: true) { octets += $0 }
    return octets
  }

  /// Sends requests one after the other, over one connection where that is possible.
  private func send(_ requests: [Request]) throws {
    let loop = CurlLoop(interruption: nil)
    let requester = CurlRequester(loop: loop)
    let failure: RequestError? = loop.run {
      do throws(RequestError) {
        for request in requests { try await requester.send(request, to: Discarder()) }
        return nil
      } catch {
        return error
      }
    }
    #expect(failure == nil)
  }

  /// Takes an answer that nobody reads.
  private final class Discarder: ResponseReceiver {
    func receive(_ head: ResponseHead) -> Demand { .more }
    func receive(_ octets: Span<UInt8>) -> Demand { .more }
    func pause() -> Demand { .more }
  }
}
