import APICallBase
import APICallSystem
import APICallText

/// The cases that failed the last time, for `--failed`: one list for each working directory.
struct FailedCases {
  /// The most cases in a list, and the largest file in bytes.
  private static let most = 10_000
  private static let limit = 4 << 20

  private let file: PrivateFile?

  init(of folder: String, by digest: ([UInt8]) -> [UInt8]?) {
    guard let state = BaseFolder.state.location, let name = digest(Array(folder.utf8)) else {
      file = nil
      return
    }
    let path = FilePath.join(state, "tests/\(Hexadecimal.encode(Array(name.prefix(16))))")
    file = PrivateFile(path, limit: Self.limit)
  }

  /// The names of the cases; nil if nothing is known.
  var names: Set<String>? {
    guard let bytes = try? file?.read(), !bytes.isEmpty else { return nil }
    let names = bytes.split(separator: 0).dropFirst()
    return Set(names.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Replaces the list; if it cannot be written, a warning says that the next `--failed` runs the
  /// cases of the old list.
  func note(_ names: [String], among known: Set<String>) {
    let old = (self.names ?? []).subtracting(known)
    let all = names + old.sorted()
    // The first word says that there is a list, also if it is empty. Without one, all cases run.
    var text = (["failed"] + all).joined(separator: "\0")
    if all.count > Self.most || text.utf8.count > Self.limit { text = "" }
    do throws(PrivateFile.Problem) { try file?.update { _ in Array(text.utf8) } } catch {
      guard let file, !all.isEmpty || self.names != nil else { return }
      let message = error.failure(of: file.path).diagnostics[0]
      let words = "the next --failed runs the cases of before: \(message.message)"
      StandardStreams.report(
        [Message(words, hint: message.hint).reported(as: .warning)],
        color: ColorChoice(in: ProgramArguments.all))
    }
  }
}
