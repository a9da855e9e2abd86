package import APICallCore
import Glibc

/// Writes to a file descriptor, gathering small pieces.
package final class DescriptorSink: ByteSink {
  private static let capacity = 64 << 10
  private let descriptor: Int32
  private let path: String?
  private var buffer: [UInt8] = []

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - descriptor: an open file descriptor; it stays open.
  ///   - path: the file's name in messages; nil for standard output.
  package init(_ descriptor: Int32, path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
  }

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    if buffer.count + octets.count > Self.capacity { try flush() }
    if octets.count >= Self.capacity {
      try send(octets)
    } else {
      octets.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
    }
  }

  package func flush() throws(DeliveryError) {
    guard !buffer.isEmpty else { return }
    // What cannot be written is dropped, not tried again.
    defer { buffer.removeAll(keepingCapacity: true) }
    try send(buffer.span)
  }

  private func send(_ octets: Span<UInt8>) throws(DeliveryError) {
    var position = 0
    while position < octets.count {
      let rest = octets.extracting(position...)
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        position += written
      } else {
        try recover(from: errno)
      }
    }
  }

  /// Waits where the other side is not ready, and throws where it never will be.
  private func recover(from code: Int32) throws(DeliveryError) {
    switch code {
    case EINTR:
      if Signals.received != nil { throw .output(.interrupted) }
    case EAGAIN:
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&wanted, 1, -1) < 0, Signals.received != nil { throw .output(.interrupted) }
    case EPIPE: throw .output(.closed)
    default:
      let words = SystemError.words(for: code)
      throw .output(path.map { .fileFailed($0, reason: words) } ?? .failed(words))
    }
  }
}
