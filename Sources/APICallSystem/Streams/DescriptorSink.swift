package import APICallBase
import Glibc

/// Writes to a file descriptor, gathering small pieces.
package final class DescriptorSink: ByteSink {
  private static let capacity = 64 << 10
  /// `F_SETPIPE_SZ`, which the module of the C library lacks.
  private static let setPipeSize: Int32 = 1031
  private let descriptor: Int32
  private let path: String?
  private var buffer: [UInt8] = []
  /// Why bytes were dropped; nil if none were.
  ///
  /// Each later use throws it again, so that incomplete output is not taken for whole.
  private var fault: DeliveryError?
  private var isWide = false

  package init(_ descriptor: Int32, path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
  }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    if let fault { throw fault }
    guard buffer.count + bytes.count >= Self.capacity else {
      bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
      return
    }
    widen()
    try send(and: bytes)
    // Earlier output is written, but not the rest of a large response in progress.
    if Signals.received != nil { throw .output(.interrupted) }
  }

  package func flush() throws(DeliveryError) {
    if let fault { throw fault }
    guard !buffer.isEmpty else { return }
    try send(and: Span())
  }

  /// Gives the pipe of standard output 1 MiB of room before the first large piece: the two programs
  /// then take turns less often (`F_SETPIPE_SZ`, fcntl(2)).
  ///
  /// It fails for anything but a pipe, and above the user's limit for pipes; both do no harm.
  private func widen() {
    guard !isWide, descriptor == STDOUT_FILENO else { return }
    isWide = true
    _ = fcntl(descriptor, Self.setPipeSize, 1 << 20)
  }

  /// Writes the gathered bytes, followed by bytes that need not be copied for that.
  ///
  /// Bytes that cannot be written are dropped and not retried.
  private func send(and bytes: Span<UInt8>) throws(DeliveryError) {
    do throws(DeliveryError) { try sendAll(and: bytes) } catch {
      if descriptor == STDOUT_FILENO { StandardStreams.note(lost: error) }
      // After a signal, a report may still be written.
      if case .output(.interrupted) = error { throw error }
      fault = error
      throw error
    }
  }

  private func sendAll(and bytes: Span<UInt8>) throws(DeliveryError) {
    // A span of the variable of an object would need its accesses to be checked.
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    defer {
      if descriptor == STDOUT_FILENO {
        let last = bytes.isEmpty ? taken.last : bytes[bytes.count - 1]
        if let last { StandardStreams.note(lastOutput: last) }
      }
      taken.removeAll(keepingCapacity: true)
      swap(&taken, &buffer)
    }
    let gathered = taken.span
    var position = 0
    while position < gathered.count + bytes.count {
      let first = gathered.extracting(min(position, gathered.count)...)
      let second = bytes.extracting(max(position - gathered.count, 0)...)
      let room = try room()
      let written = Self.write(
        first.extracting(first: room), second.extracting(first: max(room - first.count, 0)),
        to: descriptor)
      if written >= 0 {
        position += written
      } else {
        try recover(from: errno)
      }
    }
  }

  /// Returns how many bytes may be written at once.
  ///
  /// A write that a signal interrupts reports how much it wrote, but not why, and the next one
  /// would wait forever. After a signal to end, only as much is written as the other side takes at
  /// once: a pipe that is ready has room for that many bytes (pipe(7)).
  private func room() throws(DeliveryError) -> Int {
    guard Signals.received != nil else { return .max }
    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&wanted, 1, 0) > 0 else { throw .output(.interrupted) }
    return Int(PIPE_BUF)
  }

  private static func write(
    _ first: Span<UInt8>, _ second: Span<UInt8>, to descriptor: Int32
  ) -> Int {
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
          parts.initializeElement(at: 0, to: iovec(first))
          parts.initializeElement(at: 1, to: iovec(second))
          return writev(descriptor, parts.baseAddress, 2)
        }
      }
    }
  }

  /// Writes a text at once; anything that cannot be written is lost.
  static func send(_ text: String, to descriptor: Int32) {
    let sink = DescriptorSink(descriptor)
    try? sink.write(text)
    try? sink.flush()
  }

  /// Waits if the other side is not ready, and throws if it never will be.
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

extension iovec {
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(
      iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }
}
