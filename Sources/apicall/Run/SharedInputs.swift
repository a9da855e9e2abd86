import APICallBase
import APICallModel
import APICallRequests

/// The inputs for several files: each goes to every file that declares it.
struct SharedInputs {
  private let assignments: [InputResolver.Assignment]

  init(
    _ assignments: [InputResolver.Assignment], of endpoints: RepeatingList<EndpointSpec>
  ) throws(Failure) {
    self.assignments = assignments
    var problems: [Message] = []
    var readers: [(file: String, input: String)] = []
    for assignment in assignments {
      let takers = endpoints.distinct.map { $0.input(named: assignment.name) != nil }
      guard takers.contains(true) else {
        let known = endpoints.distinct.flatMap { $0.inputs.map(\.name) }
        problems.append(
          Message(
            "none of the \(endpoints.count) files has an input '\(assignment.name)'",
            hint: Nearest.hint(for: assignment.name, among: Self.once(known), noun: "inputs")))
        continue
      }
      let isReader = endpoints.distinct.map { assignment.readsStandardInput(of: $0) }
      for place in endpoints.order where takers[place] && isReader[place] {
        readers.append((endpoints.distinct[place].file, assignment.name))
      }
    }
    if readers.count > 1 {
      problems.append(
        Message(
          "standard input can be read only once, but both '\(readers[0].file)' and "
            + "'\(readers[1].file)' read it",
          hint: "save it in a file and write \(readers[0].input)@=FILE"))
    }
    guard problems.isEmpty else { throw Failure(.usage, problems) }
  }

  func given(to endpoint: EndpointSpec) -> [InputResolver.Assignment] {
    assignments.filter { endpoint.input(named: $0.name) != nil }
  }

  private static func once(_ names: [String]) -> [String] {
    names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
  }
}

extension InputResolver.Assignment {
  fileprivate func readsStandardInput(of endpoint: EndpointSpec) -> Bool {
    guard text == "-" else { return false }
    return form == .file || (form == .literal && endpoint.input(named: name)?.type == .file)
  }
}
