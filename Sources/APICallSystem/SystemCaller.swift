package import APICallCore
import Glibc

/// Who runs this process: its environment, its standard input and its terminal.
package struct SystemCaller: Caller {
  package init() {}

  package func variable(_ name: String) -> String? { Program.environment(name) }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] {
    try StandardInput.read(limit: limit)
  }

  package func trusts(_ folder: String) -> Bool {
    trustedFolder(covering: folder) != nil
  }

  package func trustedFolder(covering folder: String) -> String? {
    (try? TrustFile.folders())?.path(covering: folder)
  }

  package func answer(to question: Question) -> Answer {
    guard let terminal = Terminal() else { return .noTerminal }
    return terminal.answer(to: question)
  }
}
