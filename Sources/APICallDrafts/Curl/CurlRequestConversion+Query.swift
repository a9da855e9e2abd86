import APICallHTTP
import APICallText

extension CurlRequestConversion {
  /// Sets the query: as items if they are sent with the same bytes, otherwise as a part of the URL.
  mutating func setQuery() {
    var parts = [query ?? ""]
    for piece in settings.query { parts.append(text(piece)) }
    let raw = parts.filter { !$0.isEmpty }.joined(separator: "&")
    guard !raw.isEmpty else {
      guard query != nil else { return }
      if request.draft.isPath {
        note("query", "the ? before an empty query is lost")
      } else {
        request.draft.url.append(.literal("?"))
      }
      return
    }
    noteVariables(in: raw)
    let items = raw.split(atByte: "&", omittingEmpty: false).map { $0.split(aroundFirst: "=") }
    let isExact = items.allSatisfy(Self.isExact) && Self.areTogether(items.map { $0.name })
    if isExact || request.draft.isPath {
      let inPath = request.draft.isPath
      request.draft.query = items.map { item in
        let name = literal(Self.decoded(item.name, plusIsSpace: inPath), of: "query", "an item")
        let value = Self.decoded(item.value ?? "", plusIsSpace: inPath)
        return (name, draftText(ofItem: name, value))
      }
      if !isExact { noteChanges(in: items) }
      return
    }
    var url = request.draft.url
    for (index, item) in items.enumerated() {
      url.append(.literal(index == 0 ? "?" : "&"))
      for part in draftText(CurlURL.escaped(item.name)).parts { url.append(part) }
      guard let value = item.value else { continue }
      url.append(.literal("="))
      let name = Self.decoded(item.name, plusIsSpace: true)
      let text = draftText(ofItem: name, Self.decoded(value, plusIsSpace: true))
      let isHidden = text.literal == nil && !ShellGaps.occur(in: value)
      let parts = isHidden ? text.parts : draftText(CurlURL.escaped(value)).parts
      for part in parts { url.append(part) }
    }
    request.draft.url = url
  }

  /// Notes what is sent differently in a query beside a path, which cannot have it as text.
  private mutating func noteChanges(in items: [(name: String, value: String?)]) {
    if !Self.areTogether(request.draft.query.map(\.name)) {
      note("query", "items of the query with the same name are sent one after the other")
    }
    if items.contains(where: { $0.value == nil }) {
      note("query", "an item of the query without = is sent with one")
    }
    let texts = items.flatMap { [$0.name, $0.value ?? ""] }
    if texts.contains(where: { $0.utf8.contains(UInt8(ascii: "+")) }) {
      note("query", "a + in the query is sent as a space: %20")
    }
    let bytes = texts.map { PercentEncoding.decode(Array($0.utf8), plusIsSpace: false) }
    if bytes.contains(where: { String(validating: $0, as: UTF8.self) == nil }) {
      note("query", "what is not UTF-8 in the query is lost")
    }
  }

  static func decoded(_ text: String, plusIsSpace: Bool) -> String {
    String(
      decoding: PercentEncoding.decode(Array(text.utf8), plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  static func areTogether(_ names: [String]) -> Bool {
    var seen: Set<String> = []
    var last: String?
    for name in names where name != last {
      guard seen.insert(name).inserted else { return false }
      last = name
    }
    return true
  }

  private static func isExact(_ item: (name: String, value: String?)) -> Bool {
    guard let value = item.value, !item.name.isEmpty, !ShellGaps.occur(in: item.name) else {
      return false
    }
    return [item.name, value].allSatisfy {
      DraftText.encoded(decoded($0, plusIsSpace: false), for: .value).utf8.elementsEqual($0.utf8)
    }
  }
}

extension String {
  /// What stands before a sign, and after it; nil for the text after a sign that is not there.
  func split(aroundFirst sign: Unicode.Scalar) -> (name: String, value: String?) {
    guard let place = utf8.firstIndex(of: UInt8(ascii: sign)) else { return (self, nil) }
    return (
      String(decoding: utf8[..<place], as: UTF8.self),
      String(decoding: utf8[utf8.index(after: place)...], as: UTF8.self)
    )
  }
}
