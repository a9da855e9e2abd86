package import APICallBase
package import APICallHTTP
package import APICallRun
import Glibc

/// A file that is there as a whole or not at all: what is written goes to a temporary file beside
/// it, which takes its place when everything has passed.
package final class SavedFile: OutputFile {
  private let place: Place
  private let temporary: AtomicFile
  private let sink: DescriptorSink
  /// The path of the file as messages show it; in a folder, once the name is chosen.
  private var shown: String

  /// Where the file goes.
  enum Place {
    /// Into a folder, under a name that the answer gives and that is still free.
    case folder(String)
    /// To a name in a folder that is open, in the place of what is there.
    case name(String, in: OpenFolder, replaced: stat?)
  }

  /// Makes the temporary file.
  ///
  /// - Parameters:
  ///   - place: where the file goes.
  ///   - path: the path as the user wrote it.
  /// - Throws: an `OutputFileProblem` where no file can be made there.
  init(_ place: Place, path: String) throws(OutputFileProblem) {
    self.place = place
    shown = path
    do {
      switch place {
      case .folder(let path): temporary = try AtomicFile(in: OpenFolder(path))
      case .name(_, let folder, _): temporary = try AtomicFile(in: folder)
      }
    } catch {
      throw .notWritable(path, reason: error.reason)
    }
    sink = DescriptorSink(temporary.descriptor, path: path)
  }

  package var chosenPath: String? {
    if case .folder = place { shown } else { nil }
  }

  package func begin(_ head: ResponseHead, of call: Call) throws(Failure) -> Demand {
    guard case .folder(let folder) = place else { return .more }
    shown = folder + SafeFileName(of: head, to: call).text
    var information = stat()
    if lstat(shown, &information) == 0 { throw Failure(.exists(shown, folder: folder)) }
    guard errno == ENOENT else {
      throw Failure(.notKept(shown, reason: SystemError.words(for: errno)))
    }
    return .more
  }

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) { try sink.write(octets) }

  /// Does nothing: nobody reads the file before it is whole.
  package func flush() {}

  package func keep() throws(Failure) {
    do { try sink.flush() } catch { throw Failure(writing: error) }
    guard Signals.received == nil else { throw Failure(.interrupted, []) }
    var mode = FileOwner.newFileMode
    var owner: (user: uid_t, group: gid_t)?
    if case .name(_, _, let replaced?) = place {
      mode = FileOwner.mode(replacing: replaced)
      owner = (replaced.st_uid, replaced.st_gid)
    }
    let code = temporary.finish(mode: mode, owner: owner, isSynced: owner != nil)
    guard code == 0 else {
      throw Failure(writing: .output(.fileFailed(shown, reason: SystemError.words(for: code))))
    }
    switch place {
    case .name(let name, _, _): try check(temporary.replace(name))
    case .folder(let folder):
      let code = temporary.take(FilePath.name(of: shown))
      if code == EEXIST { throw Failure(.exists(shown, folder: folder)) }
      try check(code)
    }
    temporary.remove()
  }

  private func check(_ code: Int32) throws(Failure) {
    guard code == 0 else {
      throw Failure(.notKept(shown, reason: SystemError.words(for: code)))
    }
  }

  package func discard(after failure: Failure) -> Failure {
    temporary.remove()
    return failure
  }
}
