package import APICallBase
import APICallScripts
import Glibc

/// Results on standard output: each line as soon as its row has ended.
package final class StandardResults: ResultsFile {
  package init() {}

  package func append(_ line: [UInt8]) throws(FileError) {
    let code = DescriptorWriting.write(line, to: STDOUT_FILENO)
    guard code == 0 else { throw FileError(code) }
  }

  package var isKept: Bool { false }
  package var isInPlace: Bool { true }

  package func commit() -> Bool { true }
}
