import APICallBase
import APICallLanguage
import APICallModel
import YAMLTree

/// Reads a script with all called files, and checks each name in it, so that a typing error is
/// found before the first request.
struct ScriptReader {
  private let reader: EndpointReader
  private let context: ReadingContext
  var reading: SpecReading
  var names: ScriptNames
  /// The fields of calls that are written in the script.
  private var defaults: Node.Entry?
  private var usesDefaults = false
  /// The step whose response `--select` applies to; nil without `--select`.
  private var selectedStep: String?
  private var ownNames: [OwnName] = []
  /// The failures of called files, one for each file.
  private var failures: [Failure] = []

  init(
    _ yaml: YAMLReading, of source: Source, in context: ReadingContext, by reader: EndpointReader
  ) {
    reading = SpecReading(yaml)
    names = ScriptNames(source: source)
    self.context = context
    self.reader = reader
  }

  mutating func read(_ root: Node) throws(Failure) -> ScriptSpec {
    let source = root.mark.source
    var draft = ScriptDraft(source: source)
    draft.head.project = context.project
    draft.head.profile = context.profile
    draft.head.fileRoot = context.fileRoot
    if let root = reading.settle(root) {
      draft.head.fields = root.entries ?? []
      reading.read(root, as: ScriptFields.all, into: &draft, named: "a script")
    }
    var script = draft.script
    script.head = EndpointSpec(draft.head)
    // The lets of a script are computed before its state is known.
    reading.checkPlaceholders(of: script.head.with { $0.state = nil })
    reading.checkState(of: script.head)
    // Files that it sets as inputs are confined to its project.
    do throws(Failure) { script.head = try script.head.confiningFiles() } catch { add(error) }
    names.values = script.head.inputs.map(\.name) + script.head.lets.map(\.name)
    names.secrets = script.head.inputs.filter(\.isSecret).map(\.name)
    if let state = script.head.state { names.records.append(state.record) }
    if let failure = chooseSelected(in: draft) { throw failure }
    ownNames = script.head.namedValues
    ownNames += (draft.steps + draft.onFailure + draft.finally).map { ($0.name, "step", $0.mark) }
    defaults = draft.defaults ?? defaults
    for (index, step) in draft.steps.enumerated() {
      names.later = draft.steps[index...].map(\.name)
      checkName(of: step, in: script)
      if let step = self.step(step) { script.steps.append(step) }
    }
    names.later = []
    reading.checkReaders(of: script)
    reading.checkFiles(of: script, in: context.fileRoot)
    checkNames(of: draft)
    readEndings(draft, into: &script)
    if let defaults = draft.defaults, !usesDefaults {
      reading.report(
        "'defaults' has no effect: the script contains no call", at: defaults.keyMark,
        hint: "it applies to calls written in the script, not to files that it calls")
    }
    for value in script.outputs.map(\.value) + (script.head.state?.values.map(\.from) ?? []) {
      check(value.templates)
      checkForPaths(in: value)
    }
    script.printing = printing(draft, steps: script.steps)
    checkPrinting(of: script)
    reading.check(script.format, of: .formatter, reader.registry)
    if let failure = failure(in: source) { throw failure }
    return script
  }

  /// Checks that no items are read that nothing prints: a value has those of the last round alone.
  private mutating func checkPrinting(of script: ScriptSpec) {
    guard case .value(let value, let mark) = script.printing else { return }
    var names: Set<String> = []
    for template in value.templates {
      template.visitReferences { (reference, _) in names.insert(reference.name) }
    }
    for step in script.steps where step.loop?.rounds != nil && names.contains(step.name) {
      guard step.callee.head.state?.since != nil else { continue }
      reading.report(
        "'print' has the items of the last round of '\(step.name)' alone", at: mark,
        hint: "write 'print: \(step.name)'")
    }
  }

  /// Finds the step whose response is printed, for `--select`.
  private mutating func chooseSelected(in draft: ScriptDraft) -> Failure? {
    guard !context.overrides.isEmpty else { return nil }
    selectedStep = draft.steps.last { !$0.isCheck }?.name
    guard let printing = draft.printing?.value else { return computedSelected(in: draft) }
    if case .text = printing.scalar?.kind, let name = printing.scalar?.text, !name.contains("<") {
      selectedStep = name
      return computedSelected(in: draft)
    }
    let printed = printing.scalar?.kind == .null ? "nothing" : "a value of its own"
    return Failure(
      .usage, "--select takes parts of a step's response, but the script prints \(printed)",
      at: printing.mark, hint: "write 'print: STEP', with the name of a step, or leave out --select"
    )
  }

  /// Why nothing can be selected in the printed step; nil if something can.
  private func computedSelected(in draft: ScriptDraft) -> Failure? {
    guard let of = draft.steps.first(where: { $0.name == selectedStep })?.of else { return nil }
    return Failure(
      .usage,
      "--select takes parts of a step's response, but the printed step computes a value",
      at: of.keyMark, hint: "write the path in the step, as 'select: PATH', or leave out --select")
  }

  /// All problems, first those of the script, then those of called files.
  private func failure(in source: Source) -> Failure? {
    let own = reading.failure(.badInput, in: source)
    guard own != nil || !failures.isEmpty else { return nil }
    let status = own?.status ?? failures.first?.status ?? .badInput
    return Failure(status, (own?.diagnostics ?? []) + failures.flatMap(\.diagnostics))
  }

  // MARK: Steps

  mutating func checkName(of step: StepDraft, in script: ScriptSpec) {
    guard let other = script.head.namedValues.first(where: { $0.name == step.name })
    else { return }
    reading.report(
      "\(step.title) has the same name as \(EndpointSpec.one(other.kind))", at: step.mark,
      hint: "rename one of them: <\(step.name)> could mean either",
      notes: [Message.Note("the \(other.kind)", at: other.mark)])
  }

  /// Reads a step with the called file, and makes its values known to later steps.
  mutating func step(_ draft: StepDraft) -> Step? {
    let loop = reading.loop(of: draft, in: context.fileRoot)
    if let loop {
      check(loop.templates)
      for file in loop.files { checkSaving(file.path, as: file.field) }
    }
    if draft.each != nil { names.enterIterations(of: loop) }
    if let key = loop?.key { check([key]) }
    defer { if draft.each != nil { names.leaveIterations() } }
    guard let callee = callee(of: draft) else {
      // Its values are not known, so none is reported as missing.
      names.values.append(draft.name)
      return nil
    }
    var step = Step(name: draft.name, mark: draft.mark, callee: callee)
    step.allowsFailure = draft.allowsFailure
    step.isCheck = draft.isCheck
    step.loop = loop
    step.inputs = inputs(of: draft, for: callee)
    readFlow(draft, into: &step)
    readSaving(draft, into: &step)
    var record = ScriptNames.Record(name: step.name, members: step.isCheck ? [] : callee.members)
    record.secrets = callee.outputs.filter(\.isSecret).map(\.name)
    // Each iteration has its own cleanup, which can use the values of that iteration.
    names.records.append(record)
    if let failed = loop?.failed { check(failed.templates) }
    if let until = loop?.rounds?.until { check(until.templates) }
    readJudgement(draft, into: &step)
    step.cleanup = cleanup(of: draft)
    names.records[names.records.count - 1].isLooped = loop.map { $0.rounds == nil } ?? false
    return step
  }

  private mutating func callee(of draft: StepDraft) -> Callee? {
    if let of = draft.of { return computed(of, in: draft) }
    guard let call = draft.call else {
      if draft.isCheck { return check(draft) }
      // A value that is not a map was reported already.
      if draft.isMap {
        reading.report(
          "\(draft.title) has no 'call'", at: draft.mark,
          hint: "add 'call:' with a file, the name of an endpoint, or an endpoint or script itself")
      }
      return nil
    }
    var context = context
    context.around = names
    if draft.name != selectedStep { context.overrides = Overrides() }
    let overrides = draft.overrides + draft.rows
    // The fields of a step that calls this script are not those of its calls.
    context.step = overrides.first.map { Node(.mapping(overrides), at: $0.keyMark) }
    if call.value.entry(ScriptSpec.mark) != nil { return script(call, of: draft, in: context) }
    if call.value.entries != nil { return inline(call, in: context) }
    guard let name = reading.text(call) else { return nil }
    do throws(Failure) {
      return try context.finder.flatMap { (find) throws(Failure) in
        try find(name, call.value.mark, context)
      }
    } catch {
      add(error)
      return nil
    }
  }

  /// A script that is written in a step; like one in a file, it sees only its inputs.
  private mutating func script(
    _ call: Node.Entry, of draft: StepDraft, in context: ReadingContext
  ) -> Callee? {
    var script = ScriptReader(
      YAMLReading(root: call.value), of: call.value.mark.source, in: context, by: reader)
    do throws(Failure) {
      try context.checkStep("\(draft.title) calls a script")
      script.defaults = defaults
      usesDefaults = true
      return .script(try script.read(call.value))
    } catch {
      add(error)
      return nil
    }
  }

  private mutating func inline(_ call: Node.Entry, in context: ReadingContext) -> Callee? {
    if let inputs = call.value.entry("inputs") {
      return reading.reject(
        "a call that is written in a script cannot have inputs of its own", at: inputs.keyMark,
        hint: "it can use the names of the script directly")
    }
    usesDefaults = true
    var context = context
    context.defaults = defaults?.value.spreadingRaw()
    do throws(Failure) {
      let endpoint = try reader.read(
        YAMLReading(root: call.value), of: call.value.mark.source, in: context)
      for problem in endpoint.clashes(with: ownNames) { reading.report(problem) }
      return .inline(endpoint)
    } catch {
      add(error)
      return nil
    }
  }

  /// Adds the failure of a called file, unless another step that calls the file added it.
  private mutating func add(_ failure: Failure) {
    let isOwn = failure.diagnostics.allSatisfy { $0.mark?.source === names.source }
    if isOwn, !failure.diagnostics.isEmpty {
      for diagnostic in failure.diagnostics { reading.report(diagnostic) }
    } else {
      let told = failures.flatMap(\.diagnostics).map(\.text)
      let new = failure.diagnostics.filter { !told.contains($0.text) }
      if !new.isEmpty { failures.append(Failure(failure.status, new)) }
    }
  }

  /// The inputs for a called file; an endpoint that is written in the script has none.
  private mutating func inputs(of draft: StepDraft, for callee: Callee) -> [WrittenValue] {
    if case .computed = callee { return [] }
    if case .inline(let endpoint) = callee {
      for entry in draft.inputs?.value.entries ?? [] {
        reading.report(
          "'with' sets '\(entry.key)' for a call that is written in the script",
          at: entry.keyMark, hint: "write the value where it is used, or under 'let' of the call")
      }
      return projectInputs(of: endpoint, at: draft)
    }
    let given = reading.stepInputs(draft.inputs, for: callee, named: draft.title, at: draft.mark)
    for input in given { check(input.value.templates) }
    return given
  }

  /// The project's inputs in a call that is written in the script: the script's values of the same
  /// names.
  private mutating func projectInputs(of endpoint: EndpointSpec, at draft: StepDraft)
    -> [WrittenValue]
  {
    var given: [WrittenValue] = []
    for input in endpoint.inputs {
      guard names.values.contains(input.name) else {
        guard input.isRequired, input.variable == nil else { continue }
        reading.report(
          "\(draft.title) has no value for the project's input '\(input.name)'", at: draft.mark,
          hint: "declare '\(input.name)' under the script's inputs",
          notes: [Message.Note("the input", at: input.mark)])
        continue
      }
      let placeholder = Placeholder(name: input.name, container: draft.mark)
      let value = Template(parts: [.placeholder(placeholder)], mark: draft.mark)
      given.append(WrittenValue(name: input.name, mark: draft.mark, value: .text(value)))
    }
    return given
  }

  // MARK: Names

  /// The script, as far as names and files in its texts matter.
  var frame: EndpointSpec {
    EndpointSpec(source: names.source ?? Source(name: "", text: ""))
      .with {
        $0.around = names
        $0.fileRoot = context.fileRoot
      }
  }

  mutating func check(_ templates: [Template]) {
    let frame = frame
    for template in templates { reading.check(template, in: frame, known: []) }
  }

  mutating func check(_ rows: RowStages) { reading.check(rows, in: frame, known: []) }

  private mutating func printing(_ draft: ScriptDraft, steps: [Step]) -> ScriptPrinting {
    guard let entry = draft.printing else { return .last }
    if entry.value.scalar?.kind == .null { return .nothing }
    if case .text = entry.value.scalar?.kind, let text = entry.value.scalar?.text,
      !text.contains("<")
    {
      if let step = steps.first(where: { $0.name == text }) {
        if let save = step.save {
          reading.report(
            "'print' names '\(text)', whose responses are saved, not printed",
            at: entry.value.mark, hint: "remove 'print' or 'save'",
            notes: [Message.Note("saved here", at: save.mark)])
        }
        return .step(WrittenName(text: text, mark: entry.value.mark))
      }
      guard !draft.steps.contains(where: { $0.name == text }) else { return .last }
      reading.report(
        "no step is named '\(text)'", at: entry.value.mark,
        hint: Nearest.hint(for: text, among: steps.map(\.name), noun: "steps"))
      return .last
    }
    let value = reading.payload(entry, isMade: true)
    check(value.templates)
    checkForPaths(in: value)
    return .value(value, entry.value.mark)
  }

  /// Reports paths into a response in a script, which does not have one.
  private mutating func checkForPaths(in value: Payload) {
    for template in value.templates {
      guard let text = template.literal, text.hasPrefix("$.") || text.hasPrefix("$[")
      else { continue }
      reading.report(
        "'\(text)' is a path into a response, and a script does not have one",
        at: template.mark,
        hint: "make it an output of a called file, and write <step.output> here")
    }
  }
}
