import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts

/// Links from a server: a reference, or a Link field with several of them.
enum LinkAttempt {
  private static let base = RequestURL(
    origin: Origin(scheme: .https, host: "a.example", port: 8443), path: "/b/c/d;p", query: "q")

  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    check(text)
    for link in LinkField.links(in: FieldText(bytes: bytes)) { check(link.target) }
  }

  private static func check(_ text: String) { check(FieldText(text)) }

  private static func check(_ reference: FieldText) {
    let text = reference.text
    let url: RequestURL
    do {
      url = try URLReference(reference).resolved(against: base)
    } catch {
      require(!error.reason.isEmpty, text)
      return
    }
    let target = url.target.revealedBytes
    require(target.first == 0x2F, "\(text.debugDescription) leads to \(url.text)")
    require(
      target.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x23 },
      "\(text.debugDescription) would be sent as \(target)")
    require(
      !url.path.revealed.split(separator: "/").contains { $0 == "." || $0 == ".." },
      "\(text.debugDescription) leads to \(url.text)")
    guard target.count < URLReference.maximumLength / 2 else { return }
    let again = try? URLReference(url.text.revealed).resolved(against: base)
    require(again == url, "\(url.text) leads to \(again.map { "\($0.text)" } ?? "nowhere")")
  }
}
