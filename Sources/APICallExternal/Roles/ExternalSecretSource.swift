import APICallBase
import APICallHTTP
import APICallPluginKit
import APICallSafety
import JSONText

/// A source of secrets that is a plugin.
///
/// Each question is sent in frames to a process of its own.
struct ExternalSecretSource: SecretProvider {
  let provider: PluginProvider
  let name: String
  let context: PluginContext
  let exclusively: SecretExclusion

  let isWritable = true

  var summary: String { provider.plugin.manifest.summary }

  func secret(named name: String) throws(SecretProblem) -> StoredSecret? {
    let answer = try ask([("op", .text("get")), ("name", .text(name))])
    if isTrue(answer["missing"]) { return nil }
    guard let value = answer["value"]?.string else {
      throw broken("it has neither 'value' nor 'missing'")
    }
    return try StoredSecret(value, for: try origins(answer["origins"]))
  }

  func set(_ secret: StoredSecret, named name: String) throws(SecretProblem) {
    let answer = try ask(
      [
        ("op", .text("set")), ("name", .text(name)), ("value", .text(secret.value.revealed)),
        ("origins", .texts(secret.originTexts)),
      ], masking: Redactor([secret.value.revealedBytes]))
    guard isTrue(answer["done"]) else { throw broken("it does not set 'done'") }
  }

  func update(
    _ name: String, _ change: (StoredSecret?) throws(SecretProblem) -> StoredSecret
  ) throws(SecretProblem) -> StoredSecret {
    var changed: StoredSecret?
    try exclusively { () throws(SecretProblem) in
      let secret = try change(try self.secret(named: name))
      try set(secret, named: name)
      changed = secret
    }
    guard let changed else { throw broken("nothing was stored") }
    return changed
  }

  func remove(_ name: String) throws(SecretProblem) -> Bool {
    let answer = try ask([("op", .text("remove")), ("name", .text(name))])
    if isTrue(answer["missing"]) { return false }
    guard isTrue(answer["done"]) else { throw broken("it sets neither 'done' nor 'missing'") }
    return true
  }

  func list() throws(SecretProblem) -> [SecretListing] {
    let answer = try ask([("op", .text("list"))])
    guard let names = answer["names"], names.kind == .array else {
      throw broken("it has no list 'names'")
    }
    var listings: [SecretListing] = []
    for entry in names.elements {
      guard let name = entry["name"]?.string else {
        throw broken("an item of 'names' has no name")
      }
      // Secrets that other programs stored under names of their own are ignored.
      guard SecretName.isValid(name) else { continue }
      let origins = entry["origins"]?.elements.compactMap { $0.string } ?? []
      listings.append(SecretListing(name, for: origins))
    }
    return listings
  }

  private func isTrue(_ value: JSONNode?) -> Bool { value?.boolean == true }

  private func origins(_ json: JSONNode?) throws(SecretProblem) -> [Origin] {
    guard let json, json.kind == .array else { throw broken("it has no list 'origins'") }
    var origins: [Origin] = []
    for text in json.elements.prefix(StoredSecret.mostOrigins + 1) {
      guard let text = text.string else { throw broken("an origin must be a string") }
      origins.append(try Origin(ofSecret: text))
    }
    return origins
  }

  /// Sends a question to the plugin's program and waits for the response.
  private func ask(
    _ question: [(key: String, value: BuiltJSON)], masking redactor: Redactor = Redactor([])
  ) throws(SecretProblem) -> Frame {
    var context = context
    if let reporter = context.reporter {
      context.reporter = { reporter($0, redactor.masking($1)) }
    }
    let values = provider.defaults
    do throws(ConversationEnd) {
      let conversation = try Conversation(with: provider.plugin, in: context)
      try conversation.greetBlocking(as: .secret, named: name, values)
      let id = conversation.newID()
      try conversation.say([("id", BuiltJSON(id)), ("secret", .map(question))])
      let limit = provider.plugin.manifest.silence ?? PluginLimits.silence
      let answer = try conversation.nextBlocking(within: limit, of: id)
      guard let error = answer["error"] else { return answer }
      throw ConversationEnd.failed(PluginError(error).failure(of: provider.plugin.name))
    } catch {
      throw problem(error, masking: redactor)
    }
  }

  private func problem(
    _ end: ConversationEnd, masking redactor: Redactor
  ) -> SecretProblem {
    switch end {
    case .cancelled: return SecretProblem("interrupted", status: .interrupted)
    case .failed(let failure):
      // Its standard error may be useful, but may contain anything: only the last line is shown.
      let words = failure.words.last.map { "; it reports: \($0)" } ?? ""
      return SecretProblem(
        redactor.masking("the plugin '\(failure.plugin)' failed: \(failure.reason)\(words)"),
        status: failure.status ?? .pluginFailed, hint: failure.hint.map { redactor.masking($0) })
    }
  }

  private func broken(_ reason: String) -> SecretProblem {
    SecretProblem(
      "the plugin '\(provider.plugin.name)' failed: it broke the protocol: \(reason)",
      status: .pluginFailed)
  }
}
