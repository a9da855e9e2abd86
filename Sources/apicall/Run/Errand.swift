import APICallCore

/// What is about to be done: the call that the file and the command line ask for, and what of its
/// answer is to be printed.
struct Errand {
  let call: Call
  let requester: any Requester
  let asked: OutputRequest

  /// Reads the file and makes the call; nothing is sent.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - workbench: what calls are made with.
  ///   - reports: who is told of the beginning.
  /// - Throws: a ``Failure`` that says what is wrong with the file, the inputs or an option.
  init(
    _ settings: RunSettings, _ workbench: Workbench, _ reports: RunReports
  ) throws(Failure) {
    let endpoint = try reports.starting(settings.endpoint) { () throws(Failure) in
      try workbench.endpoint(for: settings)
    }
    var builder = CallBuilder(world: workbench.world, destination: settings.destination)
    builder.sources = settings.sources
    asked = try settings.output.request(for: endpoint)
    let name = settings.requester ?? endpoint.requester?.text ?? "curl"
    let director = builder.director(for: endpoint)
    let context = RequesterContext(
      endpoint: endpoint, director: director, world: workbench.world)
    requester = try workbench.registry.requester(named: name, for: context)
    if let format = settings.output.format {
      _ = try workbench.registry.formatter(named: format)
    }
    var call = try builder.call(endpoint, with: settings.inputs, by: director)
    let destination = settings.destination
    if workbench.registry.isRemote(name) {
      try WriteGuard.check(call, to: destination)
      call.isGuarded = !destination.allowsWrites && destination.mock == nil
    }
    self.call = call
    if settings.output.saving?.continues == true { try Continuation.check(call) }
  }
}
