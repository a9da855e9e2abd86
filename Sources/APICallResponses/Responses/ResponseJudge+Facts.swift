import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
package import APICallSafety
import APICallText
import JSONText

/// Checks facts about a response: how it was reached, its version, and the bytes of its body.
extension ResponseJudge {
  /// Checks the URL of the response, and those of the redirects before it.
  package func judge(_ url: RequestURL, after redirects: [RequestURL]) {
    guard expectation?.facts.isEmpty == false else { return }
    let before = problems.count
    let text = url.text
    judge(.url, words: "the URL of the response") { .text(text.revealed) }
    // A secret in a URL is masked wherever it is shown, however short it is.
    if text.holdsSecret { hide(text, after: before) }
    judge(.redirects, words: "the list of redirects") {
      JSONNode.texts(redirects.map { $0.text.masked }).map { .json($0) }
    }
  }

  private func hide(_ url: ProtectedText, after count: Int) {
    for index in count..<problems.count {
      let matcher = problems[index].mismatch?.matcher ?? ""
      problems[index].message =
        "the URL of the response is '\(url.masked)', which does not pass '\(matcher)'"
      problems[index].details = []
      problems[index].mismatch?.expected = nil
      problems[index].mismatch?.actual = nil
    }
  }

  /// Checks the version of the protocol, which only a network has.
  package func judgeVersion() {
    judge(.version, words: "the HTTP version") { .text(head.version) }
  }

  /// Checks the bytes of a whole body, in which the secrets of its value and its text are masked.
  func judge(_ bytes: [UInt8], of value: () -> JSONNode?, text: () -> String) {
    let isSearched = call.endpoint.outputs.contains(where: \.isSecret)
    let held = isSearched ? (value(), text()) : nil
    judge(.size, words: "the size of the body", held) { .count(bytes.count) }
    judge(.hex, words: "the body in hexadecimal", held) { .text(Hexadecimal.encode(bytes)) }
    judge(.base64, words: "the body in Base64", held) { .text(Base64.encode(bytes)) }
    for fact in [ResponseFact.sha256, .sha512, .sha1, .md5] {
      judge(fact, words: "the digest '\(fact.rawValue)' of the body", held) {
        digest(fact, of: bytes).map { .text(Hexadecimal.encode($0)) }
      }
    }
  }

  private func digest(_ fact: ResponseFact, of bytes: [UInt8]) -> [UInt8]? {
    guard let digests = call.scope.world?.digests else { return nil }
    switch fact {
    case .sha512: return digests.digest(.sha512, bytes)
    case .sha1: return digests.digest(.sha1, bytes)
    case .md5: return digests.digest(.md5, bytes)
    default: return digests.sha256(bytes)
    }
  }

  private func judge(
    _ fact: ResponseFact, words: String, _ body: (value: JSONNode?, text: String)? = nil,
    _ value: () -> JudgedValue?
  ) {
    for expected in expectation?.facts ?? [] where expected.fact == fact {
      guard let value = value() else {
        problems.append(
          Message(
            "'\(fact.rawValue)' cannot be computed on this machine",
            at: expected.matchers.first?.mark))
        continue
      }
      var part = JudgedPart(fact.rawValue, words: words, value)
      (part.root, part.wholeText) = (body?.value, body?.text)
      let before = problems.count
      judge(part, by: expected.matchers)
      // A digest is shown as a whole, so that it can be copied.
      guard fact.isDigest, let digest = value.text else { continue }
      for index in before..<problems.count { problems[index].details.append("it is \(digest)") }
    }
  }
}
