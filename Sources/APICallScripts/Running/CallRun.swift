package import APICallBase
import APICallHTTP
package import APICallRun
package import APICallSpec

/// One call of a run: what it needs is called first, then it is sent, and its answer goes where it is
/// wanted.
///
/// Every call is made here, that of a file, of a step, of a iteration, and one that others need: it is the
/// one place where a pipeline is put together.
package struct CallRun {
  /// Where an answer goes, and how it is printed there.
  package typealias Target = (rules: OutputRules, streams: OutputStreams)

  private let maker: CallMaker
  private let place: StepPlace
  private let surroundings: RunContext
  private let errors: any ByteSink
  /// What of the answer other calls use; nil where there are none.
  package var demand: ResponseDemand?
  /// Tells whether the answer is the last one; nil where it is, whatever it is like.
  package var poll: PollAttempt?
  /// Opens what the answer goes to, once the call is made; it may change what is asked for.
  private let open: (inout Call) throws(Failure) -> Target
  /// Is told why a call failed of which the pipeline showed nothing.
  private let note: (Failure) -> Void

  /// Prepares a call.
  ///
  /// - Parameters:
  ///   - maker: makes the call of its inputs.
  ///   - place: which call of the run it is.
  ///   - surroundings: what the run is made in.
  ///   - errors: takes what is told of the call, and of those that it needs.
  ///   - open: opens what the answer goes to, once the call is made.
  ///   - note: is told why the call failed, where the pipeline showed nothing of it.
  package init(
    _ maker: CallMaker, at place: StepPlace, in surroundings: RunContext,
    errors: any ByteSink,
    opening open: @escaping (inout Call) throws(Failure) -> Target,
    notingUnshown note: @escaping (Failure) -> Void
  ) {
    self.maker = maker
    self.place = place
    self.surroundings = surroundings
    self.errors = errors
    self.open = open
    self.note = note
  }

  /// Makes the call and sends it.
  ///
  /// - Parameters:
  ///   - made: the call, where it was made before; it needs no other then.
  ///   - inputs: gives the inputs their values, where it was not.
  /// - Returns: what took the parts of the answer that are used; nil where nothing is.
  /// - Throws: a ``Failure`` with the exit status of the first thing that went wrong.
  @discardableResult
  package func perform(
    _ made: Call? = nil, inputs: () throws(Failure) -> Scope
  ) async throws(Failure) -> ResponseCapture? {
    let endpoint = maker.endpoint
    let observers = surroundings.observers(place, errors)
    var isShown = false
    func send(
      _ made: Call, telling refusals: RefusalWatch? = nil
    ) async throws(Failure) -> ResponseCapture? {
      var call = poll?.prepared(made) ?? made
      let storing = try OutputStoring(
        of: call, in: surroundings.resources, knowing: surroundings.storeAnswers
      ) { surroundings.report([$0], to: errors) }
      let target = try open(&call)
      isShown = true
      var pipeline = Pipeline(
        registry: surroundings.resources.registry, rules: target.rules, streams: target.streams,
        world: surroundings.resources.world, observers: observers)
      pipeline.inFlight = surroundings.resources.inFlight
      if demand != nil || storing != nil {
        pipeline.capture = ResponseCapture(
          demand ?? ResponseDemand(), storing: storing?.names ?? [])
        pipeline.storing = storing
      }
      pipeline.poll = poll?.judge
      pipeline.refusals = refusals
      if call.authorization?.signer != nil {
        let resources = surroundings.resources
        pipeline.tokens = SessionTokens(
          store: surroundings.needs.outputs, resources: resources,
          distrust: endpoint.distrust(after: resources.sources.chain, in: resources.world),
          isRemote: maker.isRemote, failure: { [call] in Failure($0, call: call) })
      }
      do throws(Failure) {
        try await pipeline.run(call, with: maker.requester)
      } catch {
        // A pipeline shows nothing of a response after which the call is made anew.
        if refusals?.isRepeatable == true { isShown = false }
        throw error
      }
      return pipeline.capture
    }
    for observer in observers {
      observer.observe(.started(RunStart(file: endpoint.file, summary: endpoint.summary)))
    }
    do throws(Failure) {
      let capture: ResponseCapture?
      if let made {
        capture = try await send(made)
      } else if endpoint.needs.isEmpty {
        capture = try await send(maker.call(in: inputs()))
      } else {
        capture = try await surroundings.needs.sending(
          endpoint, in: inputs(), below: place.path,
          surroundings.changed {
            $0.errors = errors
            $0.iteration = place.iteration
          }, observers: observers
        ) { (scope, refusals) throws(Failure) in
          try await send(maker.call(in: scope), telling: refusals)
        }
      }
      for observer in observers { observer.observe(.finished(RunEnd())) }
      return capture
    } catch {
      let end = RunEnd(error, signal: surroundings.signal())
      for observer in observers { observer.observe(.finished(end)) }
      if !isShown { note(error) }
      throw error
    }
  }
}
