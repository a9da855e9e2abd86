import APICallHTTP

/// A text of a draft: literal text, and the values of inputs and stored secrets.
struct DraftText: Sendable, Hashable {
  /// A part of the text.
  enum Part: Sendable, Hashable {
    case literal(String)
    case input(String)
    case secret(String)
  }

  private(set) var parts: [Part]

  init(_ parts: [Part]) {
    self.parts = []
    for part in parts { append(part) }
  }

  init(_ text: String) { self.init([.literal(text)]) }

  /// Adds a part; literal text joins the literal text before it.
  mutating func append(_ part: Part) {
    guard case .literal(let text) = part else { return parts.append(part) }
    guard !text.isEmpty else { return }
    if case .literal(let before) = parts.last {
      parts[parts.count - 1] = .literal(before + text)
    } else {
      parts.append(part)
    }
  }

  mutating func append(_ text: DraftText) {
    for part in text.parts { append(part) }
  }

  /// The literal text; nil if it contains a placeholder.
  var literal: String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
    return text
  }

  /// A text with escapes; the characters for unknown values stay.
  static func encoded(_ text: String, for component: PercentEncoding.Component) -> String {
    var encoded: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      encoded += ShellGaps.isMark(scalar) ? bytes : PercentEncoding.encode(bytes, for: component)
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text with its literal parts as a URL or a form has them.
  func encoded(for component: PercentEncoding.Component) -> DraftText {
    DraftText(
      parts.map { part in
        guard case .literal(let text) = part else { return part }
        return .literal(Self.encoded(text, for: component))
      })
  }

  /// The names of its inputs and of the scope of stored secrets, each once, for `template`.
  var names: [String] {
    var names: [String] = []
    for part in parts {
      let name: String
      switch part {
      case .literal: continue
      case .input(let input): name = input
      case .secret: name = "secret"
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  func template(of names: [String]? = nil) -> String {
    parts.map { part in
      switch part {
      case .literal(let text):
        names.map { names in names.reduce(text) { $0.replacing("<\($1)", with: "\\<\($1)") } }
          ?? text.replacing("<", with: "\\<")
      case .input(let name): "<\(name)>"
      case .secret(let name): "<secret.\(name)>"
      }
    }.joined()
  }
}

extension DraftText: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(text) }
}
