import APICall
import Glibc
import SeededNumbers
import TestServers
import Testing

/// Other suites run in this process at the same time, so what all of it has open is compared only
/// roughly: a leak of one for each client or call would show.
@Suite("Nothing is left behind", .timeLimit(.minutes(15)))
struct LeakTests {
  @Test("A client that is shut down has no connection, even while it is kept")
  func shutDown() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let endpoint = try server.root
    let client = Client()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { _ = try? await client.call(endpoint) } }
    }
    #expect(Process.connections(to: server.port) > 0)
    await client.shutdown()
    #expect(await Process.becomes(0) { Process.connections(to: server.port) })
    await #expect(throws: RequestError.self) { try await client.call(endpoint) }
    await client.shutdown()
    #expect(await Process.becomes(0) { Process.connections(to: server.port) })
  }

  @Test("A client that is released has no connection")
  func released() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    for _ in 0..<10 { _ = try await Client().call(try server.root) }
    #expect(await Process.becomes(0) { Process.connections(to: server.port) })
  }

  @Test("Calls that are cancelled at any moment leave no connection, descriptor or thread")
  func cancelled() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let endpoint = try server.root
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let client = Client()
    for _ in 0..<20 {
      let calls = (0..<32).map { _ in client.start(endpoint) }
      for call in calls where numbers.below(3) > 0 {
        if numbers.below(2) == 0 { await Task.yield() }
        if numbers.below(8) == 0 { try await Task.sleep(for: .microseconds(numbers.below(500))) }
        call.cancel()
      }
      for call in calls { _ = await call.result }
      #expect(Process.connections(to: server.port) <= 64, "APICALL_SEED=\(seed)")
    }
    await client.shutdown()
    #expect(
      await Process.becomes(0) { Process.connections(to: server.port) }, "APICALL_SEED=\(seed)")
  }

  @Test("Hundreds of clients leave no descriptors and no threads")
  func clients() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let endpoint = try server.root
    _ = try await Client().call(endpoint)
    let before = (descriptors: Process.descriptors, threads: Process.loops)
    for number in 0..<300 {
      let client = Client()
      let call = client.start(endpoint)
      if number % 3 == 0 { call.cancel() }
      _ = await call.result
      if number % 2 == 0 { await client.shutdown() }
    }
    // The server's ends close a little later.
    #expect(await Process.becomes(0) { max(0, Process.descriptors - before.descriptors - 150) })
    #expect(await Process.becomes(0) { max(0, Process.loops - before.threads - 50) })
    #expect(await Process.becomes(0) { Process.connections(to: server.port) })
  }
}

/// What this process has open, as /proc shows it (proc(5)).
private enum Process {
  /// The number of connections to a port of this machine.
  static func connections(to port: Int) -> Int {
    let remote = "0100007F:" + hexadecimal(port)
    return lines(of: "/proc/net/tcp").count { line in
      let fields = line.split(separator: " ")
      // A socket that no process has any more has no inode.
      return fields.count > 9 && fields[2] == remote && fields[9] != "0"
    }
  }

  /// The number of descriptors.
  static var descriptors: Int { names(in: "/proc/self/fd").count }

  /// The number of threads of clients.
  static var loops: Int {
    names(in: "/proc/self/task").count { lines(of: "/proc/self/task/\($0)/comm") == ["apicall"] }
  }

  /// Waits until a number has a value; false if it does not get it.
  static func becomes(_ wanted: Int, _ number: () -> Int) async -> Bool {
    await waits { number() == wanted }
  }

  private static func hexadecimal(_ port: Int) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func names(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func lines(of path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
