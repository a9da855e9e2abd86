package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallRequests
import APICallResponses
import Glibc

/// A file that is saved as a whole or not at all.
///
/// Output goes to a temporary file beside it, which replaces it after the run has succeeded.
package final class SavedFile: OutputFile {
  private let place: Place
  private let temporary: AtomicFile
  private let sink: DescriptorSink
  /// The path of the file in messages; in a folder, once the name is chosen.
  private var shown: String
  var isMarked = false
  /// Whether a run with `--continue` could save the same here.
  var allowsContinuing = false
  /// Whether such a run could resume the response.
  private var isResumable = false
  private var isEmpty = true

  /// The place of the file.
  enum Place {
    /// In a folder, under a free name that the response suggests.
    case folder(String)
    /// At a name in an open folder, replacing the file there.
    case name(String, in: OpenFolder, replaced: stat?)
  }

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
    isResumable = allowsContinuing && Continuation.isPossible(after: head, of: call)
    guard case .folder(let folder) = place else { return .more }
    shown = folder + SafeFileName(of: head, to: call).text
    var information = stat()
    if lstat(shown, &information) == 0 { throw Failure(.exists(shown, folder: folder)) }
    guard errno == ENOENT else {
      throw Failure(.notKept(shown, reason: SystemError.words(for: errno)))
    }
    return .more
  }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    isEmpty = isEmpty && bytes.isEmpty
    do throws(DeliveryError) {
      try sink.write(bytes)
    } catch {
      // A later run could not write more of it, unless only a signal came.
      if error != .output(.interrupted) { isResumable = false }
      throw error
    }
  }

  /// There is nothing to flush: the file is not visible before it is complete.
  package func flush() {}

  package func keep() throws(Failure) {
    do { try sink.flush() } catch { throw Failure(writing: error) }
    guard Signals.received == nil else { throw Failure(.interrupted, []) }
    try keepWhole()
  }

  package func keepAfterSignal() throws(Failure) {
    do { try sink.flush() } catch { throw Failure(writing: error) }
    try keepWhole()
  }

  private func keepWhole() throws(Failure) {
    if isMarked { SavedMark.set(on: temporary.descriptor) }
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
    let isBrokenOff = [.interrupted, .timeout, .inputOutput].contains(failure.status)
    guard isBrokenOff, isResumable, !isEmpty else { return failure }
    var failure = failure
    failure.diagnostics.append(Message(notContinuing: shown))
    return failure
  }
}
