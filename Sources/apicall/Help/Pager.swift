import APICallBase
import APICallSystem
import Glibc

/// The program with which the user reads long texts on a terminal.
struct Pager {
  private static let usual = ["/usr/bin/less", "/bin/less"]
  /// The options of less(1) if the user sets none: it ends at once if the text fits, and leaves the
  /// text on the terminal.
  private static let options = "FRX"

  let files: SystemFiles

  /// Becomes the program of `PAGER`, or less(1) if the variable is not set; returns if there is
  /// none.
  func become(showing path: String) {
    setenv("LESS", Self.options, 0)
    guard let pager = Program.environment("PAGER") else {
      let less = Self.usual.first { files.status(of: $0)?.isExecutable == true }
      if let less { _ = Program.become(less, ["less", path]) }
      return
    }
    guard !pager.isEmpty else { return }
    // As in git, it is a command for the shell: it may have options.
    _ = Program.become("/bin/sh", ["sh", "-c", "\(pager) \"$1\"", "sh", path])
  }
}
