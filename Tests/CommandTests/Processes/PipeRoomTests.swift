import APICallBase
import APICallSystem
import Glibc
import Testing

@Suite("The room of a pipe")
struct PipeRoomTests {
  /// `F_GETPIPE_SZ`, which the module of the C library lacks.
  private static let getPipeSize: Int32 = 1032

  @Test("A pipe gets 1 MiB before the first large piece, and keeps its size for small ones")
  func room() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let sink = DescriptorSink(ends[1])
    let usual = fcntl(ends[0], Self.getPipeSize)
    try sink.write("small")
    try sink.flush()
    #expect(fcntl(ends[0], Self.getPipeSize) == usual)
    var small = [UInt8](repeating: 0, count: 5)
    #expect(read(ends[0], &small, 5) == 5)
    try sink.write([UInt8](repeating: 1, count: Int(usual)).span)
    #expect(fcntl(ends[0], Self.getPipeSize) == 1 << 20)
  }
}
