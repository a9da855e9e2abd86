package import APICallBase
import APICallRun
import Glibc

/// A device, a pipe or a descriptor that is written to as it is: nothing can be taken back.
package final class SpecialFile: OutputFile {
  private let descriptor: Int32
  private let sink: DescriptorSink
  private let path: String
  private var isOpen = true

  /// Takes over an open descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor.
  ///   - path: the path as the user wrote it.
  init(adopting descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    sink = DescriptorSink(descriptor, path: path)
  }

  deinit { end() }

  /// A terminal has to be protected, whatever its name.
  package var surroundings: OutputSurroundings {
    let isTerminal = isatty(descriptor) == 1
    return OutputSurroundings(
      isTerminal: isTerminal, columns: isTerminal ? StandardStreams.columns(of: descriptor) : nil,
      colors: ColorEnvironment(Program.environment))
  }

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) { try sink.write(octets) }

  package func flush() throws(DeliveryError) { try sink.flush() }

  package func keep() throws(Failure) {
    do { try sink.flush() } catch { throw Failure(writing: error) }
    let code = end()
    guard code == 0 else {
      throw Failure(writing: .output(.fileFailed(path, reason: SystemError.words(for: code))))
    }
  }

  package func discard(after failure: Failure) -> Failure {
    end()
    return failure
  }

  @discardableResult
  private func end() -> Int32 {
    guard isOpen else { return 0 }
    isOpen = false
    return close(descriptor) == 0 || errno == EINTR ? 0 : errno
  }
}
