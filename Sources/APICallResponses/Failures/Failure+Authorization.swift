import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import YAMLTree

extension Failure {
  init(_ failure: AuthorizationFailure, of call: Call) {
    let mark = call.authorization?.mark
    switch failure {
    case .unrepeatableBody(let scheme):
      self.init(
        .inputOutput, "\(scheme) sends the body again, which can be read only once",
        at: mark, hint: "save it to a file, and send that")
    case .tooLongBody(let scheme, let limit):
      self.init(
        .other,
        "the server demands a digest of the body for \(scheme), but it is longer than"
          + " \(WrittenSize.text(of: limit))", at: mark)
    case .forgedAnswer(let origin):
      self.init(
        .protocolError,
        "the response from \(origin) does not prove that the server knows the password",
        at: mark, hint: "it may come from another server; nothing of it was printed")
    case .tokenRequest(let error, let request):
      self = Failure(error, call: call.with(request: request))
      if let mark, !diagnostics.isEmpty {
        diagnostics[0].notes.append(Message.Note("the token was requested here", at: mark))
      }
    case .noToken(let failure):
      let login =
        failure.needsLogin
        ? "'apicall auth login \(ShellWord.path(call.endpoint.file))' asks you to log in" : nil
      self.init(failure.status, failure.reason, at: mark, hint: failure.hint ?? login)
    }
  }
}

extension Call {
  /// The maximum number of characters that a message repeats of a server's text about credentials.
  private static let longestSaying = 200

  /// Returns how the request was authorised, and what the server reports about that; nil if the
  /// refusal has nothing to do with credentials.
  func authorizationHint(for head: ResponseHead) -> String? {
    guard let authorization, (300..<500).contains(head.status) else { return nil }
    let advice = request.hasLeftOrigin ? nil : authorization.signer?.advice(on: head)
    let said = [401, 403].contains(head.status) ? BearerError(of: head) : nil
    guard head.status == 401 || said != nil || advice != nil else { return nil }
    let redactor = Redactor(self)
    func shortened(_ text: String) -> String {
      redactor.shortening(text, to: Self.longestSaying)
    }
    let place = "\(authorization.mark.source.name):\(authorization.mark.start.line)"
    let type = "auth '\(authorization.type)' (\(place))"
    var reason = said.map { "; the server reports: \(shortened($0.text))" } ?? ""
    if let advice { reason += "; \(shortened(advice))" }
    guard authorization.isIn(request) else {
      let schemes = AuthChallenge.all(in: head).map(\.scheme)
      guard let responder = authorization.responder, !schemes.isEmpty,
        !schemes.contains(where: { $0.lowercased() == responder.scheme.lowercased() })
      else { return "it was sent without \(type)" + reason }
      return "\(type) was not used: the server offers \(shortened(schemes.listed))"
    }
    return "it was sent with \(type)" + reason
  }
}

/// What a server reports as wrong with a token (RFC 6750, section 3).
private struct BearerError {
  let text: String

  init?(of head: ResponseHead) {
    let challenges = AuthChallenge.all(in: head).filter { $0.scheme.lowercased() == "bearer" }
    let words = challenges.lazy.map { challenge in
      ["error", "error_description"].compactMap { challenge[$0]?.text }.filter { !$0.isEmpty }
    }.first { !$0.isEmpty }
    guard let words else { return nil }
    text = words.reduce("") { $0.isEmpty ? $1 : "\($0): \($1)" }
  }
}

extension [String] {
  /// The words separated by commas, each once.
  fileprivate var listed: String {
    var words: [String] = []
    for word in self where !words.contains(word) { words.append(word) }
    return words.prefix(8).reduce("") { $0.isEmpty ? $1 : "\($0), \($1)" }
  }
}
