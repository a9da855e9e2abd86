/// What calls that are made where a step failed are told of it: `<error.step>` and the like.
struct ScriptFailure {
  /// The name of it all.
  static let name = "error"
  /// The names of its values.
  static let members = ["step", "code", "message"]
  /// The most characters of the message.
  private static let longest = 1000

  /// The step that failed.
  let step: Step
  let failure: Failure

  /// The values, in which none of the secrets of the script is written out.
  func record(masking secrets: [Value]) -> ScopeRecord {
    var redactor = Redactor([])
    for secret in secrets { redactor.learn(secret) }
    var message = ""
    for diagnostic in failure.diagnostics where message.count < Self.longest {
      message += message.isEmpty ? diagnostic.message : "; \(diagnostic.message)"
    }
    message = redactor.masking(redactor.shortening(message, to: Self.longest))
    var record = ScopeRecord()
    record["step"] = Scope.Binding(.text(step.name))
    record["code"] = Scope.Binding(.number(String(failure.status.rawValue)))
    record["message"] = Scope.Binding(.text(message))
    return record
  }
}
