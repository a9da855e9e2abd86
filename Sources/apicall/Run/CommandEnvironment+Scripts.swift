import APICallBase
import APICallCurl
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem
import Glibc

extension CommandEnvironment {
  /// The context of the calls of files and scripts: signals, and buffers for parallel output.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - printing: the output, and its destination.
  ///   - errors: standard error.
  ///   - observers: creates the observers of a call.
  /// - Returns: the context.
  func context(
    for settings: RunSettings, printing: ScriptOutputPlan, errors: any ByteSink,
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) -> RunContext {
    let context = RunContext(
      resources: resources(for: settings), needs: needs, permits: permits, printing: printing,
      errors: errors,
      observers: observers,
      reporter: { StandardStreams.report($0, color: settings.output.color, to: $1) })
    context.taps = recording?.taps ?? []
    context.hold = { Spool() }
    context.signal = { Signals.first }
    context.resume = { Signals.resume() }
    context.executor = loop
    let files = world.files
    context.save = { (path) throws(Failure) in try Self.open(path, in: files) }
    return context
  }

  /// Creates the printer of the envelope.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - output: the destination.
  /// - Returns: the printer.
  /// - Throws: a ``Failure`` for a format that cannot print an envelope.
  func envelopePrinter(
    for settings: RunSettings, to output: any ByteSink = DescriptorSink(STDOUT_FILENO)
  ) throws(Failure) -> EnvelopePrinter {
    try EnvelopePrinter(
      OutputRules(settings.output.envelope, in: .here), registry: registry, output: output)
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
      return try OutputFiles.open(path.text)
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
