import APICallBase
import APICallResponses

/// A file in memory that returns its contents once it is kept.
final class KeptFile: OutputFile {
  private let buffer = BufferSink()
  private let kept: ([UInt8]) -> Void

  init(_ kept: @escaping ([UInt8]) -> Void) { self.kept = kept }

  func write(_ bytes: Span<UInt8>) throws(DeliveryError) { try buffer.write(bytes) }

  func flush() {}

  func keep() throws(Failure) { kept(buffer.bytes) }

  func discard(after failure: Failure) -> Failure { failure }
}
