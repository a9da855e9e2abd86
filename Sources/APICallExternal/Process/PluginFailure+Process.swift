import APICallBase
import Glibc

extension PluginFailure {
  /// The failure of a program that the system did not start.
  init(_ plugin: String, _ error: SpawnError, program: String) {
    let hint: String? =
      switch error.code {
      case ENOENT: "is the interpreter that its first line names installed?"
      case ENOEXEC: "its first line has to name an interpreter, such as #!/bin/sh"
      case EACCES: "'\(program)' has to be executable"
      default: nil
      }
    self.init(plugin, "it cannot be started: \(String(cString: strerror(error.code)))", hint: hint)
  }

  /// The failure of a program that ended in another way than it should.
  init(_ plugin: String, _ ending: ChildProcess.Ending, _ words: [String]) {
    let reason =
      switch ending {
      case .status(let status): "it ended with the status \(status)"
      case .signal(let number):
        "it was ended by the signal \(number) (\(String(cString: strsignal(number))))"
      }
    self.init(plugin, reason, words: words)
  }
}
