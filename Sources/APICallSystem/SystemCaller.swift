package import APICallBase
import Glibc

/// Who runs this process: its environment, its standard input and its terminal.
package struct SystemCaller: Caller {
  package init() {}

  package func variable(_ name: String) -> String? { Program.environment(name) }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] {
    try StandardInput.read(limit: limit)
  }

  package func trustedFolder(covering folder: String) -> String? {
    (try? TrustFile.folders())?.path(covering: folder)
  }

  package var trustProblem: String? {
    do throws(Failure) {
      _ = try TrustFile.folders()
      return nil
    } catch {
      let problem = error.diagnostics.first
      return [problem?.message, problem?.hint].compactMap(\.self).joined(separator: "; ")
    }
  }

  package func answer(to question: Question) -> Answer {
    guard let terminal = Terminal() else { return .noTerminal }
    return terminal.answer(to: question)
  }
}
