package import APICallBase
import APICallModel
import APICallResponses
package import APICallScripts

extension RunContext {
  /// Lets calls run on an executor, hold their output outside of memory, and save files on disk.
  package mutating func use(_ executor: (any TaskExecutor)?, saving files: any FileSystem) {
    self.executor = executor
    hold = { Spool() }
    save = { (path) throws(Failure) in try Self.open(path, in: files) }
  }

  /// Opens the file that a step saves its response in.
  private static func open(
    _ path: SavePath, in files: any FileSystem
  ) throws(Failure) -> any OutputFile {
    do throws(Failure) {
      guard path.isFree else { return try OutputFiles.open(path, besides: files.ownFolders) }
      guard files.status(of: path.text)?.kind != .folder else {
        throw Failure(.cannotCreate, "cannot save to '\(path.text)': it is a folder")
      }
      return try OutputFiles.open(path.text, replacingSavedOnly: path.replacesSavedOnly)
    } catch {
      // Earlier steps have sent their requests.
      var failure = error
      for index in failure.diagnostics.indices {
        let hint = failure.diagnostics[index].hint
        failure.diagnostics[index].hint = hint?.replacing("; nothing was sent", with: "")
      }
      throw failure
    }
  }
}
