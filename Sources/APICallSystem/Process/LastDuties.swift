import Glibc
import Synchronization

/// The clean-up when the program ends inside a signal handler: it removes temporary files and
/// restores the echo of a terminal.
///
/// The clean-ups of scripts are requests, which a handler cannot send.
enum LastDuties {
  /// The largest number of temporary files at a time; further ones are not removed.
  private static let most = 512
  nonisolated(unsafe) private static let files = UnsafeMutablePointer<Slot>.allocate(capacity: most)
  private static let isReady: Bool = {
    for index in 0..<most { (files + index).initialize(to: Slot()) }
    return true
  }()
  private static let terminal = Atomic<Int32>(-1)
  nonisolated(unsafe) private static var settings = termios()

  /// The path of a file.
  ///
  /// The handler or the file's owner takes the path out of the slot and then owns it.
  private struct Slot: ~Copyable {
    let path = Atomic<UnsafeMutablePointer<CChar>?>(nil)
  }

  /// Initialises the static values, which must not happen inside a signal handler.
  static func prepare() {
    _ = (isReady, terminal.load(ordering: .relaxed), settings.c_lflag)
  }

  /// Returns the argument for ``forget(file:)``; nil if there is no room.
  static func remember(file path: String) -> Int? {
    guard isReady, let copy = strdup(path) else { return nil }
    for index in 0..<most
    where files[index].path.compareExchange(
      expected: nil, desired: copy, ordering: .acquiringAndReleasing
    ).exchanged {
      return index
    }
    free(copy)
    return nil
  }

  static func forget(file index: Int?) {
    guard let index else { return }
    free(files[index].path.exchange(nil, ordering: .acquiringAndReleasing))
  }

  /// Records the settings of a terminal before its echo is turned off.
  static func remember(_ settings: termios, of terminal: Int32) {
    self.settings = settings
    self.terminal.store(terminal, ordering: .releasing)
  }

  static func forgetTerminal() { terminal.store(-1, ordering: .releasing) }

  /// Performs the clean-up, inside the handler.
  static func perform() {
    for index in 0..<most {
      if let path = files[index].path.exchange(nil, ordering: .acquiringAndReleasing) {
        unlink(path)
      }
    }
    let terminal = terminal.load(ordering: .acquiring)
    if terminal >= 0 { tcsetattr(terminal, TCSANOW, &settings) }
  }
}
