import APICallBase
import APICallCurl
import APICallModel
import APICallScripts
import APICallSystem
import CommandOptions
import Glibc

/// Makes the calls of the files on the command line, and prints their responses.
enum Run {
  static func perform(_ given: RunSettings, _ operands: [String]) throws(Failure) {
    var finished = given
    try finished.finish(operands)
    let settings = finished
    let loop = CurlLoop(interruption: Interruption.bySignals())
    // Everything that calls use is created inside the loop, and stays there.
    try loop.run { () async throws(Failure) in
      let recording = try RecordedRun(settings)
      let environment = CommandEnvironment(settings, loop: loop, recording: recording)
      var test = TestDeclaration()
      do throws(Failure) {
        try await run(operands, environment, noting: &test)
      } catch {
        throw recording?.finish(after: error, in: environment.world, for: test) ?? error
      }
      let failure = recording?.finish(after: nil, in: environment.world, for: test)
      if let failure { throw failure }
    }
  }

  private static func run(
    _ operands: [String], _ environment: CommandEnvironment, noting test: inout TestDeclaration
  ) async throws(Failure) {
    let settings = environment.settings
    try RunFiles.check(environment)
    let results = try RunResults(
      settings.reports.results, of: settings.optionsToRunAgain + operands, in: environment.world)
    let channels = try ReportChannels(settings, world: environment.world)
    var names: [String] = settings.endpoints
    var open: Set<String> = []
    var failure: Failure?
    do throws(Failure) {
      try await run(environment, channels, noting: &test, &names, &open)
    } catch {
      failure = error
    }
    let files = names
    failure = results.write(after: failure, channels.log, showing: open) { number in
      files.count > 1 ? files[(number ?? 1) - 1] : files.first ?? ""
    }
    if let failure { throw failure }
  }

  private static func run(
    _ environment: CommandEnvironment, _ channels: ReportChannels,
    noting test: inout TestDeclaration, _ names: inout [String], _ open: inout Set<String>
  ) async throws(Failure) {
    let settings = environment.settings
    let files = RunFiles(environment: environment, channels: channels)
    let states = StateKeeper(
      session: environment.findState,
      printing: settings.printsState
        ? { (line) throws(Failure) in
          let output = DescriptorSink(STDOUT_FILENO)
          try Printing.write(line, to: output)
          try Printing.flush(output)
        } : nil, preparing: OutputDelivery.endTornLine)
    defer { states.end() }
    let read = try files.read()
    let found = try read.takingRows(settings)
    if settings.reports.warns {
      StandardStreams.report(
        FileWarnings(of: read).all(
          given: settings.inputs, settings.rows.path == nil ? settings.sources : nil,
          in: environment.world),
        color: settings.output.color)
    }
    switch found {
    case .script(let script):
      test = script.head.test
      names = [script.file]
      open = script.head.openInputs
      CurlLoop.keepFreedMemory()
      try await ScriptJob.run(script, environment, channels, keeping: states)
    case .calls(let endpoints):
      if settings.output.into != nil {
        throw Failure(
          .usage, "--into is for the files that a script saves, but \(endpoints[0].file) is a call",
          hint: "--output saves the response of a call")
      }
      if endpoints.count == 1 { test = endpoints[0].test }
      let jobs = try files.jobs(of: endpoints)
      open = endpoints.count == 1 ? endpoints[0].openInputs : []
      if channels.log != nil { names = (0..<jobs.count).map { jobs[$0].endpoint.file } }
      if jobs.count > 1 { CurlLoop.keepFreedMemory() }
      try await Series(jobs, environment, channels, keeping: states).run()
    }
    guard states.isUsed else { return }
    let savesFiles = if case .script(let script) = found { script.writesFiles } else { false }
    if savesFiles || settings.output.saving != nil { OutputDelivery.syncFiles() }
    try await OutputDelivery.wait(in: environment.world)
    try states.move()
  }
}

extension EndpointSpec {
  fileprivate var openInputs: Set<String> {
    Set(inputs.filter { !$0.isSecret }.map(\.name))
  }
}

extension Command {
  static var run: Command {
    Command(
      "apicall run", "Make a call and print its response.",
      usage: "apicall run <file> ... [<name=value> ...] [<options>]",
      discussion: """
        The response body goes to standard output, or to a file with --output; --print prints \
        parts of the response instead. An unexpected HTTP status means exit status 3, 4, 5 or 9: \
        see apicall(1).
        """,
      operands: [
        Operand(
          "file-and-inputs",
          "A file, or the name of one below endpoints/ such as reqres/login, and its inputs as "
            + "name=value, name:=JSON or name@=FILE; each of several files gets the inputs that "
            + "it declares. With --help, prints the file's own help.",
          .any, .calls)
      ],
      settings: RunSettings(),
      sections: [.request, .rows, .sending, .connection, .output, .reports],
      advice: { InputSlip.advice(on: $0, of: .run) },
      explain: FileHelp.text(of:), run: Run.perform)
  }
}
