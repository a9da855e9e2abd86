import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallText
import JSONText

/// The state of one file in a run: the values as an earlier run left them, and those that this one
/// will leave.
///
/// It is moved only after everything that the run prints and saves is written. Until then, the old
/// one stays.
package final class KeptState {
  /// The only member of a state that is a line of the output.
  package static let lineMark = "apicall_state"

  /// The values for placeholders.
  var record = ScopeRecord()
  let key: SessionKey
  /// Whether its calls are being made.
  var isInUse = false

  /// Whether the state was older than what the server knows of, so that everything is read again.
  var isOutdated = false

  let declaration: StateDeclaration
  let head: EndpointSpec
  private let session: Session
  let resources: CallResources
  /// The values of the inputs that choose the state, which are kept beside it for the reader.
  let parts: [SessionOutput]
  /// Keeps other runs from the same state; nil if too many are open.
  private let lock: SessionLock?
  /// The state as it was read.
  var before: SessionEntry?
  /// What earlier calls of the run have left to the one that is made; nil without any.
  private(set) var left: [SessionOutput]?
  /// The values for placeholders with which the call that is made has begun.
  private var recordLeft = ScopeRecord()
  /// The values that replace it; nil without any.
  var next: [SessionOutput]?
  /// Where the responses of the list come from; nil before the first request.
  var origin: ResponseOrigin?
  /// The provenance of the value that the request begins with.
  var sinceProvenance = Provenance(.file)
  /// Whether the checkpoints of a later step leave it alone.
  var isHeld = false
  /// Which items of the list are new; nil without `since`.
  var sync: ListSync?

  init(
    _ declaration: StateDeclaration, of head: EndpointSpec, in inputs: Scope, for key: SessionKey,
    besides parts: [SessionOutput], from session: Session, under lock: SessionLock?,
    with resources: CallResources
  ) throws(Failure) {
    self.declaration = declaration
    self.head = head
    self.key = key
    self.parts = parts
    self.session = session
    self.lock = lock
    self.resources = resources
    before = try session.entry(for: key)
    let distrust = head.distrust(after: resources.sources.chain, in: resources.world)
    if let before {
      let names = resources.namesOfKept(untrusted: distrust)
      guard before.isUsable(with: resources.secrets, only: names) else { throw unusable() }
      record = before.record(
        of: declaration.values.filter { !$0.isOfRun }.map { ($0.name, false) }, in: resources,
        untrusted: distrust)
      // Null counts as not kept, so that the run begins with the first value.
      for value in declaration.values where record[value.name]?.value?.isNull == true {
        record[value.name] = nil
      }
    }
    try begin(in: inputs)
  }

  /// Begins with what is kept, or with what an earlier call of this run has left.
  func begin(in inputs: Scope) throws(Failure) {
    left = next
    var problems: [Message] = []
    for value in declaration.values where record[value.name] == nil {
      do throws(TemplateProblem) {
        record[value.name] = try value.first.binding(in: inputs).leavingOutNull
      } catch {
        problems += value.first.problems(in: inputs)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    if let since = declaration.since { try readProgress(since, in: inputs) }
    recordLeft = record
    isInUse = true
  }

  /// Takes the values that the run leaves, from the results of its calls.
  ///
  /// Null leaves a value as it is. With a step, only the values that its results make are taken, and
  /// those of the run that can be made.
  /// Throws a ``Failure`` with each value that is missing.
  func note(_ scope: Scope, after step: String? = nil) throws(Failure) {
    var outputs = next?.filter { [SinceRule.value, SinceRule.seen].contains($0.name) } ?? []
    var problems: [Message] = []
    for value in declaration.values {
      let isOther = step.map { !value.from.uses($0) } ?? false
      if isOther, !value.isOfRun {
        outputs += kept(value.name)
        continue
      }
      let binding: Scope.Binding
      do throws(TemplateProblem) {
        binding = try value.from.binding(in: scope)
      } catch {
        if !isOther, step != nil || !value.isOfRun { problems += value.from.problems(in: scope) }
        continue
      }
      if let new = binding.value, !new.isNull {
        guard !value.isOfRun else {
          record[value.name] = binding
          continue
        }
        if case .bytes = new {
          problems.append(
            Message(
              "the kept value '\(value.name)' is bytes, and a state holds JSON", at: value.mark,
              hint: "write | base64 after it, and | base64d where it is used"))
        }
        record[value.name] = binding
        outputs.append(SessionOutput(value.name, new, from: binding.provenanceOfWhole))
      } else if !value.isOfRun {
        outputs += kept(value.name)
      }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }
    next = outputs
    isInUse = step != nil
  }

  private func kept(_ name: String) -> [SessionOutput] {
    (next ?? before?.outputs)?.first { $0.name == name }.map { [$0] } ?? []
  }

  /// Writes the new values in place of the old ones.
  ///
  /// `print` takes the state as a line of JSON in place of the storage. Throws a ``Failure`` if they
  /// cannot be written, or another run has moved the state meanwhile; it is then unchanged.
  func move(printing print: (([UInt8]) throws(Failure) -> Void)? = nil) throws(Failure) {
    guard let next, !next.isEmpty else { return }
    let outputs = parts + next
    // With a time after which it is not used, the time of the last run counts.
    if outputs == before?.outputs, declaration.since?.retention == nil { return }
    if let print {
      guard outputs.allSatisfy({ !$0.isSecret && $0.secrets.isEmpty }) else {
        throw Failure(
          .noPermission, "the state of '\(head.file)' holds a secret, so it is not printed",
          at: declaration.mark, hint: "keep it: leave out --state-line")
      }
      let entry = SessionEntry(outputs, taken: resources.world.now())
      let line = BuiltJSON.map([
        (Self.lineMark, .json(try session.record(of: entry, for: key).bytes.dropLast()))
      ])
      try print(Array("\(line.compact)\n".utf8))
      before = entry
      return self.next = nil
    }
    guard try session.entry(for: key) == before else {
      throw Failure(
        .incomplete, "another run has moved the state of '\(head.file)' meanwhile",
        at: declaration.mark,
        hint: "run it again: what this run printed may come again")
    }
    let entry = SessionEntry(
      outputs, taken: resources.world.now(), secrets: resources.lock?.names ?? [])
    try session.keep(entry, for: key, tidying: false)
    before = entry
    self.next = nil
  }

  func release() { lock?.release() }

  /// Takes back what a failed call has noted, after others that succeeded.
  func takeBack() { takeBack(to: beginning) }

  /// What the call that is made has begun with.
  var beginning: (next: [SessionOutput]?, record: ScopeRecord) { (left, recordLeft) }

  func takeBack(to beginning: (next: [SessionOutput]?, record: ScopeRecord)) {
    (next, record, isInUse) = (beginning.next, beginning.record, false)
  }

  /// Lets the step around the call take its state back.
  func noteBeginning() {
    let beginning = beginning
    StateAttempt.current?.note { self.takeBack(to: beginning) }
  }

  var storageName: SessionName { session.storage.name }

  /// The command that removes it.
  var clearing: String {
    storageName.file == nil
      ? "apicall state clear \(ShellWord.path(head.file))" : storageName.clearing
  }

  /// The file that keeps it, for messages.
  var storagePlace: String {
    (try? session.name(of: key)).map { session.storage.path(of: $0) } ?? head.file
  }

  private func unusable() -> Failure {
    Failure(
      .noPermission,
      "the state of '\(head.file)' was made with a secret that is no longer stored, or that this "
        + "run does not name", at: declaration.mark,
      hint: "store the secret again, or remove the state: '\(clearing)'")
  }
}

extension Scope.Binding {
  /// The same value; null is that of an optional input that was not given, so that a request leaves
  /// it out.
  var leavingOutNull: Scope.Binding {
    value?.isNull == true ? Scope.Binding(nil, from: provenance) : self
  }
}

extension Payload {
  fileprivate func uses(_ name: String) -> Bool {
    var isUsed = false
    for template in templates {
      template.visitReferences { reference, _ in isUsed = isUsed || reference.name == name }
    }
    return isUsed
  }
}
