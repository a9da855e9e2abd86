import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallScripts

extension RunFiles.Found {
  /// What is run with `--rows` and `--results`: a call for each row, or the script whose loop takes
  /// the rows.
  func takingRows(_ settings: RunSettings) throws(Failure) -> RunFiles.Found {
    let rows = settings.rows
    guard rows.areUsed else {
      if case .calls = self {
        let options = [("--rate", rows.rate != nil), ("--limiter", rows.limiter != nil)]
        if let (option, _) = options.first(where: \.1) {
          throw Failure(
            .usage, "\(option) is for rows and scripts",
            hint: "name the file of the rows with --rows")
        }
      }
      return self
    }
    var script: ScriptSpec
    switch self {
    case .calls(let endpoints):
      guard let file = rows.file else {
        let option = rows.part == nil ? "--results" : "--part"
        throw Failure(
          .usage, "\(option) needs rows for '\(endpoints[0].file)'",
          hint: "name their file with --rows")
      }
      let endpoint = endpoints[0]
      if endpoint.state != nil {
        throw Failure(
          .usage, "--rows makes calls in parallel, but '\(endpoint.file)' keeps a state",
          hint: "call it from a script with 'each', or leave out 'state' and 'since'")
      }
      let given = Set(settings.inputs.map(\.name))
      if let name = given.first(where: { endpoint.input(named: $0) == nil }) {
        throw Failure(
          .usage, "'\(endpoint.file)' has no input '\(name)'",
          hint: Nearest.hint(for: name, among: endpoint.inputs.map(\.name), noun: "inputs"))
      }
      script = try RowsScript.make(
        of: endpoint, from: file, setting: given, key: rows.key, parallel: settings.series.jobs)
    case .script(let found):
      guard rows.path == nil else {
        throw Failure(
          .usage, "--rows is for a file with one call, but '\(found.file)' is a script",
          hint: "its loop names the rows, as in 'each: {ndjson: <rows>}' with an input of type file"
        )
      }
      script = found
    }
    let index = try script.rowStep()
    if rows.results != nil {
      script.steps[index].loop?.keepsResults = true
      script.steps[index].loop?.results = nil
      script.steps[index].loop?.order = .any
      script.steps[index].loop?.onError = .continue
      if script.prints(script.steps[index]) { script.printing = .nothing }
    }
    return .script(script)
  }
}

extension ScriptSpec {
  /// The index of the step whose loop takes rows of a file.
  func rowStep() throws(Failure) -> Int {
    let found = steps.indices.filter { steps[$0].loop?.source.hasRows == true }
    guard let index = found.first else {
      throw Failure(
        .usage, "'\(file)' has no step with rows of a file",
        hint: "write 'each: {ndjson: …}' or 'each: {csv: …}'")
    }
    guard found.count == 1 else {
      let names = found.map { "'\(steps[$0].name)'" }
      throw Failure(
        .usage, "the steps \(names[0]) and \(names[1]) of '\(file)' both take rows of a file",
        hint: "with --part or --results, one step may: put the other into a script of its own")
    }
    guard steps[index].loop?.batch == nil else {
      throw Failure(
        .usage,
        "--part and --results are for single rows, but the step '\(steps[index].name)' has 'batch'",
        hint: "write the batches as rows: a JSON list a line")
    }
    return index
  }

  fileprivate func prints(_ step: Step) -> Bool {
    switch printing {
    case .last: steps.last { !$0.isCheck }?.name == step.name
    case .step(let name): name.text == step.name
    case .value, .nothing: false
    }
  }
}

extension Loop.Source {
  fileprivate var hasRows: Bool {
    switch self {
    case .csv, .ndjson: true
    case .list, .range, .json, .rounds: false
    }
  }
}
