import APICallBase
import APICallCurl
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem
import Glibc

extension CommandEnvironment {
  /// What the calls of files and scripts are made in: signals, and output that waits for its turn.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - printing: what is printed, and where it goes.
  ///   - errors: standard error.
  ///   - observers: calls together those who want to know of a call.
  /// - Returns: the surroundings.
  func surroundings(
    for settings: RunSettings, printing: ScriptOutputPlan, errors: any ByteSink,
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) -> RunContext {
    let surroundings = RunContext(
      resources: resources(for: settings), needs: needs, permits: permits, printing: printing,
      errors: errors,
      observers: observers,
      reporter: { StandardStreams.report($0, color: settings.output.color, to: $1) })
    surroundings.hold = { Spool() }
    surroundings.signal = { Signals.first }
    surroundings.resume = { Signals.resume() }
    surroundings.executor = loop
    let files = world.files
    surroundings.save = { (path) throws(Failure) in try Self.open(path, in: files) }
    return surroundings
  }

  /// What prints the envelope that the command line asks for.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - output: where it is printed to.
  /// - Returns: the printer.
  /// - Throws: a ``Failure`` for a format that has no room for an envelope.
  func envelopePrinter(
    for settings: RunSettings, to output: any ByteSink = DescriptorSink(STDOUT_FILENO)
  ) throws(Failure) -> EnvelopePrinter {
    try EnvelopePrinter(
      OutputRules(settings.output.envelope, in: .here), registry: registry, output: output)
  }

  /// Opens the file that a step saves its answer in.
  private static func open(
    _ path: SavePath, in files: any FileSystem
  ) throws(Failure) -> any OutputFile {
    do throws(Failure) {
      guard path.isFree else { return try OutputFiles.open(path, besides: files.ownFolders) }
      guard files.status(of: path.text)?.kind != .folder else {
        throw Failure(.cannotCreate, "cannot save to '\(path.text)': it is a folder")
      }
      return try OutputFiles.open(path.text)
    } catch {
      // Steps before this one have sent what they send.
      var failure = error
      for index in failure.diagnostics.indices {
        let hint = failure.diagnostics[index].hint
        failure.diagnostics[index].hint = hint?.replacing("; nothing was sent", with: "")
      }
      throw failure
    }
  }
}
