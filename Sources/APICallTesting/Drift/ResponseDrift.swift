import APICallBase
import APICallHTTP
import APICallSafety
import JSONText

/// How a response differs from an older one, in what programs rely on.
///
/// That is the status, the media type, and the shape of JSON; values do not count.
struct ResponseDrift {
  /// Differences by which a program may fail, in words.
  private var breaking: [String] = []
  /// Others, in words.
  private var harmless: [String] = []

  private static let most = 20

  private let baseline: ResponseBaseline
  /// The method and the URL.
  private let request: String

  init(_ exchange: TappedExchange, from baseline: ResponseBaseline) {
    self.baseline = baseline
    request = "\(exchange.request.method) \(exchange.request.url.text)"
    guard exchange.failure == baseline.failure else {
      report("\(Self.ending(exchange.failure)); before, \(Self.ending(baseline.failure))")
      return
    }
    guard let head = exchange.head, let status = baseline.status else { return }
    guard head.status == status else {
      report("the status is \(head.status); it was \(status)")
      return
    }
    guard head.essence == baseline.mediaType || isNear(head.essence) else {
      let (now, before) = (head.essence ?? "not given", baseline.mediaType ?? "not given")
      report("the media type is \(now); it was \(before)")
      return
    }
    switch exchange.body {
    case .bytes(let bytes): compare(bytes, of: head.essence)
    case .tooLong: note("the body is longer than 1 MiB, so its shape was not compared")
    case .unrepeatable: break
    }
  }

  var problem: Message? {
    diagnostic("the response to \(request) differs from \(baseline.name)", breaking)
  }

  var note: Message? {
    diagnostic(
      "the response to \(request) differs from \(baseline.name) in what may be harmless", harmless)?
      .reported(as: .note)
  }

  private func diagnostic(_ message: String, _ lines: [String]) -> Message? {
    guard !lines.isEmpty else { return nil }
    var diagnostic = Message(message, at: baseline.mark)
    diagnostic.details = lines
    return diagnostic
  }

  /// Whether a media type may be that of an example, which often has none, or only says `json`.
  private func isNear(_ type: String?) -> Bool {
    guard baseline.isPartial, let old = baseline.mediaType else { return baseline.isPartial }
    return old == "application/json" && type?.hasSuffix("json") == true
  }

  private static func ending(_ failure: String?) -> String {
    failure.map { "the exchange failed (\($0))" } ?? "there is a response"
  }

  private mutating func compare(_ bytes: [UInt8], of type: String?) {
    let old = ExchangeBody(baseline.body, type: type).anyLines
    let new = ExchangeBody(bytes, type: type).anyLines
    guard let old, let new else {
      if old != nil { report("the body is not JSON; it was JSON") }
      return
    }
    // The kind of a masked value is not known.
    let before = JSONShape(of: old.root, wherever: { RecordingMask.isMask($0.utf8) })
    var found = JSONShapeDifference.all(from: before, to: JSONShape(of: new.root))
    if baseline.isPartial { found.removeAll { $0.change == .added } }
    for difference in found.prefix(Self.most) {
      let words = Self.words(for: difference)
      if difference.isBreaking { report(words) } else { note(words) }
    }
    let rest = found.dropFirst(Self.most)
    guard !rest.isEmpty else { return }
    let words = "\(rest.count) more places differ"
    if rest.contains(where: \.isBreaking) { report(words) } else { note(words) }
  }

  private mutating func report(_ words: String) { breaking.append(words) }

  private mutating func note(_ words: String) { harmless.append(words) }

  private static func words(for difference: JSONShapeDifference) -> String {
    let (before, after) = (kinds(difference.before), kinds(difference.after))
    switch difference.change {
    case .removed: return "\(difference.path) is missing; it was \(before)"
    case .added: return "\(difference.path) is new: \(after)"
    case .optional: return "\(difference.path) is missing in some objects; all had \(before)"
    case .uncertain where difference.after.isEmpty:
      return "\(difference.path) is missing; in some objects it was \(before)"
    case .retyped, .uncertain: return "\(difference.path) is \(after); it was \(before)"
    }
  }

  /// `a string`, or `a string or null`.
  private static func kinds(_ kinds: Set<JSONKind>) -> String {
    kinds.isEmpty
      ? "there"
      : JSONKind.allCases.filter(kinds.contains).map { kind in
        switch kind {
        case .null: "null"
        case .array, .object: "an \(kind.name)"
        case .boolean, .number, .string: "a \(kind.name)"
        }
      }.reversed().joined(separator: " or ")
  }
}

extension ResponseHead {
  /// The media type without parameters, in lower case; nil if the response names none.
  var essence: String? {
    header("Content-Type").flatMap { MediaType($0) }
      .map { "\($0.type)/\($0.subtype)".lowercased() }
  }
}
