import APICallBase
import APICallSystem
import YAMLTree

/// A file of the command line that is in no folder: standard input, or a request that was typed.
struct GivenFile {
  let source: Source
  /// Whether it belongs to the project of the working directory.
  let readsProject: Bool

  static let inputOperand = "-"
  private static let limit = 1 << 20

  static func standardInput() throws(Failure) -> GivenFile {
    let bytes = try rethrowing(SystemCaller().standardInput(limit: limit)) { (error: FileError) in
      Failure(.noInput, "cannot read standard input: \(error.reason)")
    }
    guard !bytes.isEmpty else {
      throw Failure(
        .noInput, "standard input is empty",
        hint: "'apicall run -' reads the file to run: apicall run - < FILE")
    }
    return GivenFile(source: Source(name: "<stdin>", bytes: bytes), readsProject: true)
  }
}
