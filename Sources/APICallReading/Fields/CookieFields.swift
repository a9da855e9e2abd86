import APICallModel
import APICallText
import YAMLTree

extension SpecReading {
  /// `cookies: true`, or a name.
  mutating func cookieUse(_ entry: Node.Entry) -> CookieUse? {
    if case .boolean(let isOn) = entry.value.scalar?.kind { return isOn ? .run : nil }
    let words = "true, or a name"
    let hint = "as in 'cookies: true', or 'cookies: admin' to keep them for later runs"
    guard let name = text(entry, takes: words, hint: hint) else { return nil }
    guard Identifier.isValid(name) else { return reject(entry, takes: words, hint: hint) }
    return .kept(name)
  }

  /// `cookie: NAME` of an output, as the field of the header that sets it.
  mutating func cookieOutput(_ entry: Node.Entry, of draft: inout OutputDraft) {
    guard let name = text(entry, takes: "the name of a cookie") else { return }
    guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 0x20 || "=;,".utf8.contains($0) })
    else { return refuse(entry, takes: "the name of a cookie") }
    draft.output.isSecret = true
    let written = name.flatMap { character -> [Character] in
      character.isASCII && !character.isLetter && !character.isNumber && character != "_"
        ? ["\\", character] : [character]
    }
    draft.output.pattern = takingPattern(
      "^\\s*\(String(written))\\s*=[ \\t]*([^;]*?)[ \\t]*(?:;|$)", at: entry.value.mark)
    draft.output.takesLastMatch = true
    set(.header("Set-Cookie"), entry, in: &draft)
  }
}
