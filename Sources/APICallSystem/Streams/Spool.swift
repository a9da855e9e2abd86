package import APICallBase
import Glibc

/// Keeps octets until somebody takes them: a little in memory, what is more in a file without a name.
package final class Spool: HeldOutput {
  /// The most octets that are kept in memory.
  package static let memory = 64 << 10
  /// How many octets of the file are read at a time.
  private static let pieceSize = 64 << 10

  private let namedFolder: String?
  /// Looked up once a file is made: most spools make none.
  private lazy var folder: String = {
    let named = namedFolder ?? Program.environment("TMPDIR") ?? ""
    return named.isEmpty ? "/tmp" : named
  }()
  private var octets: [UInt8] = []
  private var file: AtomicFile?

  /// Creates an empty spool.
  ///
  /// - Parameter folder: where the file is made, once one is needed; TMPDIR, or /tmp without it.
  package init(in folder: String? = nil) {
    namedFolder = folder
  }

  /// Whether nothing is kept.
  package var isEmpty: Bool { octets.isEmpty && file == nil }

  /// Does nothing: what is kept need not leave.
  package func flush() {}

  /// Keeps octets behind those that are there.
  ///
  /// - Parameter new: what to keep.
  /// - Throws: ``DeliveryError/output(_:)`` where the file cannot be written.
  package func write(_ new: Span<UInt8>) throws(DeliveryError) {
    if file == nil, octets.count + new.count <= Self.memory {
      new.withUnsafeBufferPointer { octets.append(contentsOf: $0) }
      return
    }
    if let file { return try append(new, to: file) }
    try append(new, to: makeFile())
  }

  /// Hands all of it on, and keeps nothing any more.
  ///
  /// - Parameter output: who gets it.
  /// - Throws: what the output throws, and where the file cannot be read.
  package func drain(to output: any ByteSink) throws(DeliveryError) {
    defer {
      file = nil
      octets = []
    }
    guard let file else { return try output.write(octets.span) }
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
    let file: AtomicFile
    do {
      file = try AtomicFile(in: OpenFolder(folder))
    } catch {
      throw .output(.fileFailed(folder, reason: error.reason))
    }
    file.hide()
    let kept = octets
    octets = []
    try append(kept.span, to: file)
    self.file = file
    return file
  }

  private func append(_ octets: Span<UInt8>, to file: AtomicFile) throws(DeliveryError) {
    let sink = DescriptorSink(file.descriptor, path: "\(folder)/.apicall-*")
    try sink.write(octets)
    try sink.flush()
  }

  private func failure(_ code: Int32) -> DeliveryError {
    .output(
      code == EINTR ? .interrupted : .fileFailed(folder, reason: SystemError.words(for: code)))
  }
}

/// Output that waits for its turn: what is written before is kept, and goes out when it comes.
package final class WaitingSink: ByteSink {
  private let output: any ByteSink
  private var spool: Spool? = Spool()

  /// Creates a sink whose turn has not come.
  ///
  /// - Parameter output: where all of it goes in the end.
  package init(_ output: any ByteSink) { self.output = output }

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    if let spool { try spool.write(octets) } else { try output.write(octets) }
  }

  package func flush() throws(DeliveryError) {
    if spool == nil { try output.flush() }
  }

  /// Lets out what was kept; from now on nothing waits.
  ///
  /// - Parameter redactor: knows the secrets to mask in it; nil where it goes out as it is.
  /// - Throws: where the output does not take it.
  package func takeTurn(masking redactor: () -> Redactor? = { nil }) throws(DeliveryError) {
    guard let kept = spool else { return }
    spool = nil
    if !kept.isEmpty { try kept.drain(to: output, masking: redactor()) }
    try output.flush()
  }
}
