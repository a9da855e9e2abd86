package import APICallBase
package import APICallModel
package import APICallResponses
import Glibc

/// Opens the file in which a run saves its output.
package enum OutputFiles {
  /// Checks that a path does not stand for a closed descriptor.
  ///
  /// This is checked before the program opens descriptors of its own, one of which might get its
  /// number.
  package static func check(_ path: String) throws(Failure) {
    guard let descriptor = OutputPath.ownDescriptor(at: path), fcntl(descriptor, F_GETFD) < 0
    else { return }
    throw Failure(OutputFileProblem.notWritable(path, reason: SystemError.words(for: EBADF)))
  }

  /// Opens the file at a path, or prepares a new one.
  ///
  /// - Parameters:
  ///   - path: a file, a folder, or a device or pipe, as the user wrote it.
  ///   - replacesSavedOnly: whether it may replace only a file that a step has saved; nil for a file
  ///     that no step saves.
  ///   - allowsContinuing: whether a run with `--continue` could save the same there.
  /// - Returns: the file, of which nothing is visible before it is kept.
  /// - Throws: a ``Failure`` if nothing can be written there.
  package static func open(
    _ path: String, replacingSavedOnly replacesSavedOnly: Bool? = nil,
    allowingContinuing allowsContinuing: Bool = false
  ) throws(Failure) -> any OutputFile {
    do throws(OutputFileProblem) {
      switch try OutputPath(path) {
      case .file(let target, let replaced):
        let folder = try rethrowing(OpenFolder(FilePath.folder(of: target))) { (error: FileError) in
          OutputFileProblem.notWritable(path, reason: error.reason)
        }
        let name = FilePath.name(of: target)
        if replacesSavedOnly == true, replaced != nil {
          try SavedMark.check(name, in: folder, path: path)
        }
        let file = try SavedFile(.name(name, in: folder, replaced: replaced), path: path)
        file.isMarked = replacesSavedOnly != nil
        file.allowsContinuing = allowsContinuing
        return file
      case .folder(let folder): return try SavedFile(.folder(folder), path: path)
      case .special(let descriptor): return SpecialFile(adopting: descriptor, path: path)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Opens the file in which a step of a script saves, whose path the user did not type as a whole.
  package static func open(
    _ path: SavePath, besides own: [String]
  ) throws(Failure) -> any OutputFile {
    do throws(OutputFileProblem) {
      let place = try ConfinedPlace(path, besides: own)
      if path.replacesSavedOnly, place.replaced != nil {
        try SavedMark.check(place.name, in: place.folder, path: path.text)
      }
      let file = try SavedFile(
        .name(place.name, in: place.folder, replaced: place.replaced), path: path.text)
      file.isMarked = true
      return file
    } catch {
      throw Failure(error)
    }
  }

  /// Opens a file to continue the part that an earlier run left.
  package static func open(
    _ path: String, continuing identity: String?
  ) throws(Failure) -> ContinuedFile {
    do throws(OutputFileProblem) {
      switch try OutputPath(path) {
      case .file(let target, let replaced):
        return try ContinuedFile(target, replaced: replaced, path: path, identity: identity)
      case .folder: throw OutputFileProblem.folderContinued(path)
      case .special: throw OutputFileProblem.specialContinued(path)
      }
    } catch {
      throw Failure(error)
    }
  }
}

/// A device, a pipe or a descriptor that is written to directly: nothing can be undone.
package final class SpecialFile: OutputFile {
  private let descriptor: Int32
  private let sink: DescriptorSink
  private let path: String
  private var isOpen = true

  init(adopting descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    sink = DescriptorSink(descriptor, path: path)
  }

  deinit { end() }

  /// A terminal has to be protected, whatever its name.
  package var context: OutputContext {
    let isTerminal = isatty(descriptor) == 1
    return OutputContext(
      isTerminal: isTerminal, columns: isTerminal ? StandardStreams.columns(of: descriptor) : nil,
      colors: ColorEnvironment(Program.environment))
  }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) { try sink.write(bytes) }

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
