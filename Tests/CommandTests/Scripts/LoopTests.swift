import TestServers
import Foundation
import Synchronization
import Testing

@Suite("The iterations of a step")
struct LoopTests {
  /// Creates a folder with a script that calls a server once for each value of standard input.
  static func folder(
    _ server: String, _ settings: String, print: String = "items"
  ) throws -> String {
    let folder = "\(Place.scratch)/loop-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      steps:
        items:
          each: {ndjson: "-"}
          \(settings)
          call:
            host: \(server)
            path: /<each>
            outputs: {n: $.n}
      print: \(print)

      """
    try script.write(toFile: "\(folder)/loop.yaml", atomically: true, encoding: .utf8)
    return folder
  }

  /// A pipe for standard input.
  struct Pipe: ~Copyable {
    let reading: Int32
    private var writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SetupError("cannot create a pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      close(reading)
      if writing >= 0 { close(writing) }
    }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      var position = 0
      while position < bytes.count {
        let count = bytes[position...].withUnsafeBytes {
          Glibc.write(writing, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return }
        position += count
      }
    }

    mutating func end() {
      close(writing)
      writing = -1
    }
  }

  static func start(
    _ folder: String, input: Int32?, _ options: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall"), "run", "loop.yaml"] + options, in: folder, input: input)
  }

  /// Returns a response to a request for `/N`.
  @Sendable private static func answer(_ request: [UInt8]) -> String {
    let body = "{\"n\": \(number(request)),\n \"x\": \"\(String(repeating: "x", count: 200))\"}"
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  static func number(_ request: [UInt8]) -> Int {
    let path = request.drop { $0 != UInt8(ascii: "/") }.dropFirst().prefix { $0 != 0x20 }
    return Int(String(decoding: path, as: UTF8.self)) ?? -1
  }

  static func lines(_ count: Int) -> String {
    (0..<count).reduce(into: "") { $0 += "\($1)\n" }
  }

  static func numbers(in output: String) -> [Int] {
    output.split(separator: "\n").map { line in
      Int(line.dropFirst(5).prefix { $0 != "," }) ?? -1
    }
  }

  @Test("Responses are printed in order, however they arrive")
  func order() throws {
    // Every third response waits for that of the next iteration.
    let answered = Mutex(Set<Int>())
    let server = try ScriptedServer.answering { request in
      let number = Self.number(request)
      if number % 3 == 0 {
        waits { answered.withLock { $0.contains(number + 1) } }
      }
      answered.withLock { _ = $0.insert(number) }
      return Self.answer(request)
    }
    let folder = try Self.folder(server.url, "parallel: 8")
    var input = try Pipe()
    let child = try Self.start(folder, input: input.reading)
    input.write(Self.lines(200))
    input.end()
    let run = CommandRun(child)
    #expect(run.ending == .exit(0) && run.error.isEmpty, "\(run.error)")
    #expect(Self.numbers(in: run.output) == Array(0..<200))
  }

  @Test("The number of iterations ahead of a slow one is limited")
  func bounded() throws {
    // With two at a time, 74 can start: the first one waits for all of those.
    let begun = Mutex<[Int]>([])
    let most = Mutex(0)
    let server = try ScriptedServer.answering { request in
      let number = Self.number(request)
      begun.withLock { $0.append(number) }
      if number == 0 {
        waits { begun.withLock { $0.count >= 74 } }
        most.withLock { $0 = begun.withLock { $0.count } }
      }
      return Self.answer(request)
    }
    let folder = try Self.folder(server.url, "parallel: 2")
    var input = try Pipe()
    let child = try Self.start(folder, input: input.reading)
    input.write(Self.lines(300))
    input.end()
    let run = CommandRun(child)
    #expect(run.ending == .exit(0))
    #expect(Self.numbers(in: run.output) == Array(0..<300))
    #expect(most.withLock { $0 } == 74)
  }

  @Test("With 'order: any', a slow row holds up no others, and lists keep the order of the rows")
  func anyOrder() throws {
    // The first row waits for all others, with two at a time; the last one may end after it.
    let answered = Mutex(Set<Int>())
    let server = try ScriptedServer.answering { request in
      let number = Self.number(request)
      if number == 0 { waits { answered.withLock { $0.count } == 299 } }
      answered.withLock { _ = $0.insert(number) }
      return Self.answer(request)
    }
    let settings = "loop: {parallel: 2, order: any, results: results}"
    for print in ["items", "<items.n>"] {
      answered.withLock { $0 = [] }
      let folder = try Self.folder(server.url, settings, print: print)
      var input = try Pipe()
      let child = try Self.start(
        folder, input: input.reading, ["--into", folder, "--format", "ndjson"])
      input.write(Self.lines(300))
      input.end()
      let run = CommandRun(child)
      #expect(run.ending == .exit(0), "\(run.error)")
      if print == "items" {
        let numbers = Self.numbers(in: run.output)
        #expect(numbers.dropLast(2) == Array(1..<299)[...])
        #expect(numbers.suffix(2).sorted() == [0, 299])
      } else {
        #expect(run.output == Self.lines(300))
      }
      let results = try String(contentsOfFile: "\(folder)/results", encoding: .utf8)
      let rows = results.split(separator: "\n").map { Int($0.dropFirst(7).prefix { $0 != "," }) }
      #expect(rows.dropLast(2) == Array(2...299).map { Optional($0) }[...])
      #expect(Set(rows.suffix(2)) == [1, 300])
    }
  }

  @Test("With 'order: any', a failure cancels all other iterations")
  func anyOrderStop() throws {
    let (hasBegun, isCancelled) = (Flag(), Flag())
    let server = try ScriptedServer { request, connection in
      if Self.number(Array(request.utf8)) == 1 {
        hasBegun.waits()
        connection.send("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n".utf8)
      } else {
        hasBegun.raise()
        _ = connection.receiveAll()
        isCancelled.raise()
      }
    }
    let folder = try Self.folder(server.url, "parallel: 2\n    loop: {order: any}")
    var input = try Pipe()
    let child = try Self.start(folder, input: input.reading)
    input.write(Self.lines(100))
    input.end()
    let run = CommandRun(child)
    #expect(run.ending == .exit(5) && run.output.isEmpty)
    isCancelled.waits()
    #expect(run.error.contains("in iteration 2 of the step 'items'"))
  }

  /// A script that calls a server for each of some numbers, with a text after the URL.
  @Test("The texts by which rows are known have no limit for all rows together")
  func longKeys() throws {
    let folder = "\(Place.scratch)/loop-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // More than 128 MiB of values for all keys, and 5 MiB for each.
    let big = Array(repeating: "big", count: 10).joined(separator: ", ")
    let script = """
      inputs: {big: {}}
      steps:
        items:
          each: {range: [1, 40]}
          loop: {key: "<list(\(big)) | length>", results: results}
          of: <each>
      print: null

      """
    try script.write(toFile: "\(folder)/loop.yaml", atomically: true, encoding: .utf8)
    let text = String(repeating: "x", count: 120_000)
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "loop.yaml", "--into", ".", "big=\(text)"], in: folder)
    #expect(CommandRun(child) == CommandRun(ending: .exit(0), output: "", error: ""))
    let lines = try String(contentsOfFile: "\(folder)/results", encoding: .utf8)
    #expect(lines.split(separator: "\n").count == 40)
  }

  @Test("A signal leaves the results of the rows whose requests were sent")
  func interruptedResults() throws {
    let isWaiting = Flag()
    let server = try ScriptedServer { request, connection in
      let number = Self.number(Array(request.utf8))
      guard number < 3 else {
        isWaiting.raise()
        _ = connection.receiveAll()
        return
      }
      connection.send(Self.answer(Array(request.utf8)).utf8)
    }
    let folder = try Self.folder(
      server.url, "loop: {results: results, failures: failed}", print: "null")
    let input = try Pipe()
    let child = try Self.start(folder, input: input.reading, ["--into", folder])
    input.write(Self.lines(5))
    isWaiting.waits()
    child.send(SIGTERM)
    #expect(CommandRun(child).ending == .signal(SIGTERM))
    let results = try String(contentsOfFile: "\(folder)/results", encoding: .utf8)
    #expect(
      results
        == (0..<3).reduce(into: "") {
          $0 +=
            "{\"row\":\($1 + 1),\"line\":\($1 + 1),\"exit\":0,\"status\":200,\"attempts\":1,"
            + "\"value\":{\"n\":\($1)}}\n"
        }
        + "{\"row\":4,\"line\":4,\"exit\":130,\"status\":null,\"attempts\":1,"
        + "\"error\":\"it was cancelled; the request may have taken effect\"}\n")
    #expect(try String(contentsOfFile: "\(folder)/failed", encoding: .utf8) == "3\n")
  }

  @Test("Slow rows do not delay calls in progress")
  func slowPipe() throws {
    let server = try ScriptedServer.answering(Self.answer)
    let folder = try Self.folder(server.url, "parallel: 3")
    var input = try Pipe()
    let child = try Self.start(folder, input: input.reading)
    for iteration in 0..<3 {
      input.write("\(iteration)\n")
      // The response is printed while the next row is awaited.
      waits { Self.numbers(in: Self.text(child)).count > iteration }
      #expect(Self.numbers(in: Self.text(child)) == Array(0...iteration))
    }
    input.end()
    #expect(child.wait() == .exit(0))
  }

  static func text(_ child: ChildProcess) -> String {
    String(decoding: child.output, as: UTF8.self)
  }

  @Test("Ctrl-C ends the step, while it waits for responses or for rows", arguments: [0, 5])
  func interrupted(rows: Int) throws {
    let server = try ScriptedServer(.read, .silence)
    let folder = try Self.folder(server.url, "parallel: 2\n    on_error: continue")
    let input = try Pipe()
    let child = try Self.start(folder, input: input.reading)
    input.write(Self.lines(rows))
    waits { server.connections >= min(rows, 2) }
    if rows == 0 { usleep(300_000) }
    child.send(SIGINT)
    #expect(CommandRun(child) == CommandRun(ending: .signal(SIGINT), output: "", error: ""))
  }

  @Test("A failure ends later iterations, and lets earlier ones finish")
  func stop() throws {
    let (hasBegun, isCancelled) = (Flag(), Flag())
    let server = try ScriptedServer { request, connection in
      switch Self.number(Array(request.utf8)) {
      case 0:
        // Responds after the failure: later iterations are cancelled by then.
        isCancelled.waits()
        connection.send(Self.answer(Array(request.utf8)).utf8)
      case 1:
        hasBegun.waits()
        connection.send("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n".utf8)
      default:
        hasBegun.raise()
        _ = connection.receiveAll()
        isCancelled.raise()
      }
    }
    let folder = try Self.folder(server.url, "parallel: 3")
    var input = try Pipe()
    let child = try Self.start(folder, input: input.reading)
    input.write(Self.lines(100))
    input.end()
    let run = CommandRun(child)
    #expect(run.ending == .exit(5))
    #expect(Self.numbers(in: run.output) == [0])
    #expect(run.error.contains("answered 503 No"))
    #expect(run.error.contains("in iteration 2 of the step 'items'"))
    #expect(run.error.contains("standard input:2:1: note: for this row"))
    #expect(server.takeRequests().count <= 3)
  }

  @Test("A terminal is not accepted as a source of rows")
  func terminal() throws {
    let folder = try Self.folder("http://127.0.0.1:1", "parallel: 2")
    var (own, other): (Int32, Int32) = (-1, -1)
    guard openpty(&own, &other, nil, nil, nil) == 0 else {
      throw SetupError("no pseudo-terminal is to be had")
    }
    defer { for end in [own, other] { close(end) } }
    let run = CommandRun(try Self.start(folder, input: other))
    #expect(
      run
        == CommandRun(
          ending: .exit(64), output: "",
          error: """
            loop.yaml:3:11: error: the step 'items' reads standard input, which is a terminal
              3 |     each: {ndjson: "-"}
                |           ^^^^^^^^^^^^^
            loop.yaml:2:3: note: in the step 'items'
              2 |   items:
                |   ^^^^^
              hint: write command | apicall run …, or apicall run … < file

            """))
  }

  @Test("A closed output ends the step like SIGPIPE, and a full disk with a message")
  func output() throws {
    let server = try ScriptedServer.answering(Self.answer)
    let folder = try Self.folder(server.url, "parallel: 4")
    let file = "\(folder)/rows"
    try Self.lines(3000).write(toFile: file, atomically: true, encoding: .utf8)
    let program = try Place.program("apicall")
    func run(_ rest: String) throws -> CommandRun {
      CommandRun(
        try ChildProcess(
          ["/bin/bash", "-c", "\(program) run loop.yaml < rows \(rest)"], in: folder))
    }
    let closed = try run("| head -n 1 > /dev/null; exit ${PIPESTATUS[0]}")
    #expect(closed == CommandRun(ending: .exit(141), output: "", error: ""))
    let full = try run("> /dev/full")
    #expect(full.ending == .exit(74))
    #expect(full.error.contains("cannot write to standard output: no space left on device"))
  }

  @Test(
    "Thousands of iterations take no more memory than a few",
    arguments: ["items", "null", "{n: '<items.n[0]>'}"])
  func memory(print: String) throws {
    let answered = Mutex(0)
    let server = try ScriptedServer.answering { request in
      answered.withLock { $0 += 1 }
      return Self.answer(request)
    }
    let folder = try Self.folder(server.url, "parallel: 16", print: print)
    var input = try Pipe()
    let child = try Self.start(folder, input: input.reading)
    // Measured while it waits for more: the memory of an ended program is no longer available.
    func peak(after count: Int) throws -> Int {
      waits { answered.withLock { $0 } >= count }
      return try #require(child.peakMemory)
    }
    input.write(Self.lines(300))
    let few = try peak(after: 300)
    input.write(Self.lines(3700))
    let many = try peak(after: 4000)
    input.end()
    #expect(child.wait() == .exit(0))
    // A call and its response take some 6 KiB: 3700 of them would be 22 MiB.
    #expect(few > 1 << 20 && many - few < 3 << 20, "\(few >> 10) and \(many >> 10) KiB")
  }
}
