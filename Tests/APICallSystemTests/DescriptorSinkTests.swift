import APICallBase
import APICallSystem
import Glibc
import Testing

@Suite("Output to a descriptor")
struct DescriptorSinkTests {
  @Test("Bytes that could not be written are not forgotten")
  func full() throws {
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let sink = DescriptorSink(descriptor)
    let fault = DeliveryError.output(.failed("no space left on device"))
    try sink.write("lost")
    #expect(throws: fault) { try sink.flush() }
    #expect(throws: fault) { try sink.flush() }
    #expect(throws: fault) { try sink.write("more") }
  }
}
