import APICallText

/// What curl does beyond one request: redirects, retries and time limits.
struct CurlTransfer {
  /// The number of redirects that curl follows.
  private static let usualRedirects = 50

  private var follows = false
  private var isTrusting = false
  private var redirects = Self.usualRedirects
  private var kept: Set<String> = []
  private var retries: Int?
  private var delay: String?
  private var hasRetryLimit = false
  private var retriesAll = false
  private var retriesRefused = false
  private var total: String?
  private var connect: String?
  private var invalid: [String] = []
  var failsOnStatus = false

  mutating func set(_ name: String, to value: String, isOn: Bool) {
    switch name {
    case "location", "follow": follows = isOn
    case "location-trusted": (follows, isTrusting) = (isOn, isOn)
    case "post301", "post302", "post303":
      if isOn { kept.insert(name) } else { kept.remove(name) }
    case "retry-max-time": hasRetryLimit = true
    case "retry-all-errors": retriesAll = isOn
    case "retry-connrefused": retriesRefused = isOn
    case "max-redirs":
      if let number = Int(value) { redirects = number } else { invalid.append(name) }
    case "retry":
      if let number = Int(value), number >= 0 { retries = number } else { invalid.append(name) }
    case "retry-delay": delay = duration(value, name)
    case "max-time": total = duration(value, name)
    case "connect-timeout": connect = duration(value, name)
    default: break
    }
  }

  /// A number of seconds as a duration; nil for none.
  private mutating func duration(_ value: String, _ name: String) -> String? {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
      value.utf8.count <= 9, let first = parts.first, let seconds = Int(first)
    else {
      invalid.append(name)
      return nil
    }
    let thousandths = parts.count == 2 ? (parts[1] + "000").prefix(3) : "000"
    let milliseconds = seconds * 1000 + (Int(thousandths) ?? 0)
    guard milliseconds > 0 else { return nil }
    guard milliseconds <= 3_600_000_000 else {
      invalid.append(name)
      return nil
    }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }

  /// Adds the fields of the file, and notes for what they cannot express.
  func apply(to draft: inout RequestDraft, method: String, isCustom: Bool) -> [ImportNote] {
    var notes = invalid.map {
      ImportNote(
        "value", "--\($0) is lost: its value is not a number that apicall can use", isLoss: true)
    }
    var limits: [(name: String, value: DraftNode)] = []
    if let connect { limits.append(("connect", .scalar(connect))) }
    if let total { limits.append(("total", .scalar(total))) }
    if !limits.isEmpty { draft.fields.append(("timeout", .map(limits))) }
    notes += addRedirects(to: &draft, method: method, isCustom: isCustom)
    notes += addRetries(to: &draft, method: method)
    return notes
  }

  private func addRedirects(
    to draft: inout RequestDraft, method: String, isCustom: Bool
  ) -> [ImportNote] {
    guard follows else { return [] }
    var notes: [ImportNote] = []
    let count = redirects < 0 ? 1000 : min(redirects, 1000)
    var fields: [(name: String, value: DraftNode)] = [("follow", .scalar(String(count)))]
    if method == "POST", !isCustom, !kept.isSuperset(of: ["post301", "post302"]) {
      fields.append(("method", .text("rewrite")))
      if !kept.isDisjoint(with: ["post301", "post302"]) {
        notes.append(
          ImportNote(
            "redirects", "--post301 and --post302 are lost: apicall treats both statuses alike",
            isLoss: true))
      }
    }
    let keeps303 = kept.contains("post303")
    if keeps303 || isCustom && !["GET", "HEAD"].contains(method) {
      notes.append(
        ImportNote(
          "redirects", "after status 303, apicall changes \(method) to GET, and curl keeps it",
          isLoss: keeps303))
    }
    if isTrusting {
      notes.append(
        ImportNote(
          "redirects",
          "--location-trusted is lost: apicall never sends credentials to another origin",
          isLoss: true))
    }
    draft.fields.append(("redirects", .map(fields)))
    return notes
  }

  private func addRetries(to draft: inout RequestDraft, method: String) -> [ImportNote] {
    guard let retries, retries > 0 else { return [] }
    var notes: [ImportNote] = []
    var fields: [(name: String, value: DraftNode)] = [
      ("times", .scalar(String(min(retries, 100))))
    ]
    if let delay { fields += [("every", .scalar(delay)), ("backoff", .scalar("1"))] }
    // The failures and statuses that curl regards as transient.
    var causes = ["timeout", "dns"]
    if retriesAll || retriesRefused { causes.append("connect") }
    if retriesAll { causes += ["tls", "truncated"] }
    causes +=
      retriesAll && failsOnStatus ? ["4xx", "5xx"] : ["408", "429", "500", "502", "503", "504"]
    fields.append(("on", .list(causes.map { DraftNode.scalar($0) })))
    if !["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method),
      !draft.headers.contains(where: { $0.name.lowercased() == "idempotency-key" })
    {
      fields.append(("unsafe", .scalar("true")))
      notes.append(
        ImportNote(
          "retry",
          "a \(method) is sent again after a failure, as curl does, and may take effect twice",
          isLoss: false))
    }
    if hasRetryLimit {
      notes.append(
        ImportNote(
          "retry", "--retry-max-time is lost: 'retry' has no limit for all attempts together",
          isLoss: true))
    }
    draft.fields.append(("retry", .map(fields)))
    return notes
  }
}
