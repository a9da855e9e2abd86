import APICallText

/// What curl does beyond one request: redirects, retries and time limits.
struct ImportedTransfer {
  private static let usualRedirects = 50

  fileprivate var follows = false
  fileprivate var isTrusting = false
  fileprivate var redirects = Self.usualRedirects
  fileprivate var kept: Set<String> = []
  fileprivate var retries: Int?
  fileprivate var delay: String?
  fileprivate var hasRetryLimit = false
  fileprivate var retriesAll = false
  fileprivate var retriesRefused = false
  fileprivate var total: String?
  fileprivate var connect: String?
  fileprivate var invalid: [String] = []
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
}

extension CurlRequestConversion {
  mutating func setTransfer(method: String) {
    let transfer = settings.transfer
    for name in transfer.invalid {
      note("value", "--\(name) is lost: its value is not a number that apicall can use")
    }
    var limits: [(name: String, value: DraftNode)] = []
    if let connect = transfer.connect { limits.append(("connect", .scalar(connect))) }
    if let total = transfer.total { limits.append(("total", .scalar(total))) }
    if !limits.isEmpty { request.draft.fields.append(("timeout", .map(limits))) }
    if transfer.follows { addRedirects(transfer, method: method) }
    if let retries = transfer.retries, retries > 0 {
      addRetries(transfer, min(retries, 100), method: method)
    }
  }

  private mutating func addRedirects(_ transfer: ImportedTransfer, method: String) {
    let (isCustom, kept) = (settings.method != nil, transfer.kept)
    let count = transfer.redirects < 0 ? 1000 : min(transfer.redirects, 1000)
    var fields: [(name: String, value: DraftNode)] = [("follow", .scalar(String(count)))]
    if method == "POST", !isCustom, !kept.isSuperset(of: ["post301", "post302"]) {
      fields.append(("method", .text("rewrite")))
      if !kept.isDisjoint(with: ["post301", "post302"]) {
        note(
          "redirects", "--post301 and --post302 are lost: apicall treats both statuses alike")
      }
    }
    let keeps303 = kept.contains("post303")
    if keeps303 || isCustom && !["GET", "HEAD"].contains(method) {
      note(
        "redirects", "after status 303, apicall changes \(method) to GET, and curl keeps it",
        isLoss: keeps303)
    }
    if transfer.isTrusting {
      note(
        "redirects",
        "--location-trusted is lost: apicall never sends credentials to another origin")
    }
    request.draft.fields.append(("redirects", .map(fields)))
  }

  private mutating func addRetries(_ transfer: ImportedTransfer, _ times: Int, method: String) {
    var fields: [(name: String, value: DraftNode)] = [("times", .scalar(String(times)))]
    if let delay = transfer.delay {
      fields += [("every", .scalar(delay)), ("backoff", .scalar("1"))]
    }
    // The failures and statuses that curl regards as transient.
    var causes = ["timeout", "dns"]
    if transfer.retriesAll || transfer.retriesRefused { causes.append("connect") }
    if transfer.retriesAll { causes += ["tls", "truncated"] }
    causes +=
      transfer.retriesAll && transfer.failsOnStatus
      ? ["4xx", "5xx"] : ["408", "429", "500", "502", "503", "504"]
    fields.append(("on", .list(causes.map { DraftNode.scalar($0) })))
    if !["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method),
      !request.draft.headers.contains(where: { $0.name.lowercased() == "idempotency-key" })
    {
      fields.append(("unsafe", .scalar("true")))
      note(
        "retry",
        "a \(method) is sent again after a failure, as curl does, and may take effect twice",
        isLoss: false)
    }
    if transfer.hasRetryLimit {
      note("retry", "--retry-max-time is lost: 'retry' has no limit for all attempts together")
    }
    request.draft.fields.append(("retry", .map(fields)))
  }
}
