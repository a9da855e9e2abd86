import APICallBase
import APICallHTTP
import YAMLTree

extension SpecReading {
  /// Reads what is chosen by name: the name, or a map with it as `type` and what is set of it.
  ///
  /// - Returns: the choice; nil, with a problem, where there is no name.
  mutating func choice(_ entry: Node.Entry) -> WrittenName? {
    guard let entries = entry.value.entries else { return name(entry) }
    var choice: WrittenName?
    var options: [GivenOption] = []
    var isNamed = false
    for option in entries {
      if option.key == "type" {
        isNamed = true
        choice = name(option)
      } else if let text = text(option) {
        let value = Template(literal: text, at: option.value.mark)
        options.append(GivenOption(name: option.key, mark: option.keyMark, value: value))
      }
    }
    if !isNamed {
      report(
        "'\(entry.key)' has no type", at: entry.keyMark,
        hint: "add 'type: …', the name of what is chosen")
    }
    choice?.options = options
    return choice
  }

  /// Checks that what is chosen is there, and what is set of it.
  mutating func check(
    _ choice: WrittenName?, of role: Role, _ registry: Registry
  ) {
    guard let choice else { return }
    do {
      guard let options = try registry.options(of: role, named: choice.text) else {
        return report(
          "unknown \(role.noun) '\(choice.text)'", at: choice.mark,
          hint: registry.hint(for: choice.text, as: role))
      }
      for given in choice.options { check(given, of: choice.text, role, among: options) }
    } catch {
      reportUnusable(choice.text, at: choice.mark, error)
    }
  }

  /// Notes that a plugin of a name is there, and is of no use.
  mutating func reportUnusable(_ name: String, at mark: Mark, _ failure: Failure) {
    report(
      failure.diagnostics.first?.message ?? "the plugin '\(name)' cannot be used", at: mark,
      hint: "'apicall plugins doctor' tells all that is wrong with it")
  }

  private mutating func check(
    _ given: GivenOption, of name: String, _ role: Role, among options: [RoleOption]
  ) {
    guard let option = options.first(where: { $0.name == given.name }) else {
      return report(
        "the \(role.noun) '\(name)' has no option '\(given.name)'", at: given.mark,
        hint: options.isEmpty
          ? "it has none"
          : Nearest.hint(
            for: given.name, among: options.map(\.name) + ["type"], noun: "options"))
    }
    guard let wanted = option.wanted(inPlaceOf: given.value.written) else { return }
    report(
      "'\(given.name)' takes \(wanted), not '\(given.value.written)'", at: given.value.mark)
  }
}
