package import APICallBase
package import APICallSafety
import Glibc

/// Keeps bytes until they are read: a little in memory, more in a file without a name.
package final class Spool: BufferedOutput {
  package static let memory = 64 << 10
  private static let pieceSize = 64 << 10

  private let namedFolder: String?
  /// Looked up when a file is created: most spools need none.
  private lazy var folder: String = {
    let named = namedFolder ?? Program.environment("TMPDIR") ?? ""
    return named.isEmpty ? "/tmp" : named
  }()
  private var bytes: [UInt8] = []
  private var file: AtomicFile?

  package init(in folder: String? = nil) {
    namedFolder = folder
  }

  package var isEmpty: Bool { bytes.isEmpty && file == nil }

  /// There is nothing to flush: the bytes stay in the spool.
  package func flush() {}

  package func write(_ new: Span<UInt8>) throws(DeliveryError) {
    if file == nil, bytes.count + new.count <= Self.memory {
      new.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
      return
    }
    if let file { return try append(new, to: file) }
    try append(new, to: makeFile())
  }

  /// Writes all bytes to an output and empties the spool.
  package func drain(to output: any ByteSink) throws(DeliveryError) {
    defer {
      file = nil
      bytes = []
    }
    guard let file else {
      let bytes = bytes
      return try output.write(bytes.span)
    }
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    var position: off_t = 0
    while true {
      let count = pread(file.descriptor, &piece, piece.count, position)
      if count < 0, errno == EINTR, Signals.received == nil { continue }
      guard count >= 0 else { throw failure(errno) }
      if count == 0 { return }
      try output.write(piece.span.extracting(first: count))
      position += off_t(count)
    }
  }

  private func makeFile() throws(DeliveryError) -> AtomicFile {
    let file = try rethrowing(AtomicFile(in: OpenFolder(folder))) { (error: FileError) in
      DeliveryError.output(.fileFailed(folder, reason: error.reason))
    }
    file.hide()
    let kept = bytes
    bytes = []
    try append(kept.span, to: file)
    self.file = file
    return file
  }

  private func append(_ bytes: Span<UInt8>, to file: AtomicFile) throws(DeliveryError) {
    let sink = DescriptorSink(file.descriptor, path: "\(folder)/.apicall-*")
    try sink.write(bytes)
    try sink.flush()
  }

  private func failure(_ code: Int32) -> DeliveryError {
    .output(
      code == EINTR ? .interrupted : .fileFailed(folder, reason: SystemError.words(for: code)))
  }
}

/// Output that waits for its turn: earlier output is kept, and written when the turn comes.
package final class WaitingSink: ByteSink {
  private let output: any ByteSink
  private var spool: Spool? = Spool()

  package init(_ output: any ByteSink) { self.output = output }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    if let spool { try spool.write(bytes) } else { try output.write(bytes) }
  }

  package func flush() throws(DeliveryError) {
    if spool == nil { try output.flush() }
  }

  /// Writes the kept output; from now on nothing waits.
  package func takeTurn(masking redactor: () -> Redactor? = { nil }) throws(DeliveryError) {
    guard let kept = spool else { return }
    spool = nil
    if !kept.isEmpty { try kept.drain(to: output, masking: redactor()) }
    try output.flush()
  }
}
