package import APICallBase
package import APICallContracts
package import APICallLanguage
package import APICallModel
import APICallReading
package import APICallSafety
import YAMLTree

extension AuthDeclaration {
  /// Returns how the call is authorised; nil if it is not, since all its inputs are optional and
  /// not given, or if the scope has no world.
  ///
  /// Throws a ``Failure`` with every value that cannot be used.
  package func authorization(
    at origin: Origin, in scope: Scope, distrust: Distrust?, isMock: Bool,
    sends: Bool = true
  ) throws(Failure) -> Authorization? {
    guard let kind, let world = scope.world else { return nil }
    if let distrust, !isMock, sends || userCredentials?.areForSending != true {
      throw Failure(.noPermission, [refusal(for: distrust)])
    }
    guard let values = try values(of: kind, in: scope) else { return nil }
    let context = AuthContext(origin: origin, world: world, isMock: isMock, sends: sends)
    do {
      return Authorization(
        try kind.make(values, context), of: kind.name, at: typeMark, values: values)
    } catch {
      let place = error.option.flatMap { option($0) }?.value.mark ?? typeMark
      var problem = Message(error.message, at: place, hint: error.hint)
      problem.redactor = redactor
      throw Failure(error.status, [problem])
    }
  }

  /// The problem if no credentials may be read.
  package func refusal(for distrust: Distrust) -> Message {
    Message(
      "the file may not use \(userCredentials?.name ?? "your credentials")", at: typeMark,
      hint: distrust.hint("lets files below that folder do that")
        + (userCredentials?.option.map { ", \($0) allows this call" } ?? ""))
  }

  /// The values of the options; those of secret options are always secret.
  ///
  /// Returns the values; nil if no option with placeholders has a value, although one is required.
  private func values(
    of kind: AuthEntry, in scope: Scope
  ) throws(Failure) -> OptionValues? {
    var values = OptionValues()
    for option in kind.options {
      values[option.name] = option.defaultValue.map { ProtectedText($0) }
    }
    var problems: [Message] = []
    var missing: [Message] = []
    var isAnyThere = false
    for given in options where !assignments.contains(where: { $0.option == given.name }) {
      guard let option = kind.option(for: given.name) else { continue }
      do {
        guard let value = try given.value.renderEntry(in: scope) else {
          guard option.isRequired else { continue }
          // Incomplete credentials are of no use.
          do { _ = try given.value.render(in: scope) } catch { missing.append(error.diagnostic) }
          continue
        }
        if given.value.literal == nil { isAnyThere = true }
        values[given.name] =
          option.kind == .secret
          ? ProtectedText(bytes: value.revealedBytes, value.secrecy.asMasked) : value
      } catch {
        problems.append(error.diagnostic)
      }
    }
    for assignment in assignments {
      isAnyThere = true
      values[assignment.option] = try value(of: assignment, for: kind)
    }
    if problems.isEmpty, !missing.isEmpty, !isAnyThere { return nil }
    problems += missing
    guard problems.isEmpty else { throw Failure(.badInput, problems.inOrder) }
    return values
  }

  private func value(
    of assignment: OptionAssignment, for kind: AuthEntry
  ) throws(Failure) -> ProtectedText {
    guard let option = kind.options.first(where: { $0.name == assignment.option }) else {
      throw Failure(
        .usage, "--opt: auth '\(kind.name)' has no field '\(assignment.option)'",
        hint: Nearest.hint(
          for: assignment.option, among: kind.options.map(\.name), noun: "fields"))
    }
    if let wanted = option.wanted(inPlaceOf: assignment.value) {
      throw Failure(
        .usage, "--opt: '\(kind.name).\(option.name)' takes \(wanted), not '\(assignment.value)'")
    }
    return ProtectedText(bytes: Array(assignment.value.utf8), isSecret: option.kind == .secret)
  }
}
