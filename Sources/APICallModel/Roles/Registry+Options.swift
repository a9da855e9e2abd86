package import APICallBase
package import APICallContracts
import APICallLanguage
import APICallSafety

extension Registry {
  /// The values of the options of a plugin or a built-in.
  ///
  /// The command line takes precedence over the file, if the file names the same plugin, and the
  /// file over the defaults.
  ///
  /// Throws a ``Failure`` with exit status 64 for an unknown option, an invalid value, or a
  /// required option that is not set.
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
        bytes: Array(assignment.value.utf8), isSecret: option.kind == .secret)
    }
    for option in options where option.isRequired && values[option.name] == nil {
      throw Failure(
        .usage, "the \(role.noun) '\(name)' has no '\(option.name)'",
        hint: "--opt \(name).\(option.name)=…, or '{type: \(name), \(option.name): …}' in the file")
    }
    return values
  }

  /// Checks that the options on the command line belong to names that a call uses.
  package func checkAssignments(among used: [String]) throws(Failure) {
    for assignment in assignments where !used.contains(assignment.owner) {
      // The decoder may depend on the response.
      if (try? decoder(named: assignment.owner)) != nil { continue }
      throw Failure(
        .usage, "--opt: the call does not use '\(assignment.owner)'",
        hint: used.isEmpty
          ? "leave it out: the call names no plugin and no format"
          : Nearest.hint(for: assignment.owner, among: used, noun: "plugins and formats"))
    }
  }
}
