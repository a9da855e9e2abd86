import Glibc
import Synchronization

/// What is put in order where the program ends inside of a signal handler: temporary files are
/// removed, and a terminal that does not echo does so again.
///
/// Cleanups of scripts are requests, which no handler can make.
enum LastDuties {
  /// How many temporary files are known at a time; those beyond stay there.
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
  /// Who takes it out of the slot has it: the handler, or the file's owner.
  private struct Slot: ~Copyable {
    let path = Atomic<UnsafeMutablePointer<CChar>?>(nil)
  }

  /// Makes what Swift would make at first use, which must not happen inside of a signal handler.
  static func prepare() {
    _ = (isReady, terminal.load(ordering: .relaxed), settings.c_lflag)
  }

  /// Notes a file that is to be removed.
  ///
  /// - Returns: what ``forget(file:)`` needs; nil where there is no room.
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

  /// Notes that a file is gone, or has become another.
  static func forget(file index: Int?) {
    guard let index else { return }
    free(files[index].path.exchange(nil, ordering: .acquiringAndReleasing))
  }

  /// Notes how a terminal was before it ceased to echo.
  static func remember(_ settings: termios, of terminal: Int32) {
    self.settings = settings
    self.terminal.store(terminal, ordering: .releasing)
  }

  /// Notes that it is as it was.
  static func forgetTerminal() { terminal.store(-1, ordering: .releasing) }

  /// Does it all: inside of the handler.
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
