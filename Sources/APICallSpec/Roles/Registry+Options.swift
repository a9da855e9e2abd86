package import APICallBase
package import APICallHTTP

extension Registry {
  /// The values of the options of what is used: what the command line sets, else what the file says
  /// where it names the same, else what they are by themselves.
  ///
  /// - Parameters:
  ///   - options: the options that there are.
  ///   - name: the name of what has them.
  ///   - role: what it is used as.
  ///   - choice: what the file names in this role; nil if it names nothing.
  /// - Returns: the values.
  /// - Throws: a ``Failure`` with exit status 64 for an option that there is not, a value that it
  ///   does not take, or a required one that is not set.
  package func values(
    of options: [RoleOption], for name: String, _ role: Role, given choice: WrittenName?
  ) throws(Failure) -> OptionValues {
    var values = OptionValues()
    for option in options {
      values[option.name] = option.defaultValue.map { ProtectedText($0) }
    }
    if let choice, choice.text == name {
      for given in choice.options {
        values[given.name] = given.value.literal.map { ProtectedText($0) }
      }
    }
    for assignment in assignments where assignment.owner == name {
      guard let option = options.first(where: { $0.name == assignment.option }) else {
        throw Failure(
          .usage, "--opt: the \(role.noun) '\(name)' has no option '\(assignment.option)'",
          hint: options.isEmpty
            ? nil
            : Nearest.hint(for: assignment.option, among: options.map(\.name), noun: "options"))
      }
      if let wanted = option.wanted(inPlaceOf: assignment.value) {
        throw Failure(
          .usage, "--opt: '\(name).\(option.name)' takes \(wanted), not '\(assignment.value)'")
      }
      values[option.name] = ProtectedText(
        octets: Array(assignment.value.utf8), isSecret: option.kind == .secret)
    }
    for option in options where option.isRequired && values[option.name] == nil {
      throw Failure(
        .usage, "the \(role.noun) '\(name)' has no '\(option.name)'",
        hint: "--opt \(name).\(option.name)=…, or '{type: \(name), \(option.name): …}' in the file")
    }
    return values
  }

  /// Checks that what the command line sets belongs to something that a call uses.
  ///
  /// - Parameter used: the names of what it uses.
  /// - Throws: a ``Failure`` with exit status 64 where something is set of anything else.
  package func checkAssignments(among used: [String]) throws(Failure) {
    for assignment in assignments where !used.contains(assignment.owner) {
      // A decoder may be chosen by what the response is.
      if (try? decoder(named: assignment.owner)) != nil { continue }
      throw Failure(
        .usage, "--opt: the call does not use '\(assignment.owner)'",
        hint: Nearest.hint(for: assignment.owner, among: used, noun: "plugins and formats"))
    }
  }
}
