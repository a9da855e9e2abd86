import APICallBase
import APICallHTTP

extension SpecReading {
  /// Checks what no single field can know: names across the file, paths, methods, plugins.
  mutating func check(_ endpoint: Endpoint, _ registry: Registry) {
    checkPlaceholders(of: endpoint)
    checkTarget(of: endpoint)
    checkHost(of: endpoint)
    checkPath(of: endpoint)
    checkMethod(of: endpoint)
    checkHeaders(of: endpoint)
    checkRetry(of: endpoint)
    checkRedirects(of: endpoint)
    checkPagination(of: endpoint)
    check(endpoint.decode, of: .decoder, registry)
    check(endpoint.format, of: .formatter, registry)
    check(endpoint.requester, of: .requester, registry)
  }

  private mutating func checkHost(of endpoint: Endpoint) {
    if let reference = endpoint.hostReference {
      return checkHostReference(reference, of: endpoint)
    }
    guard let host = endpoint.host, let literal = host.literal else { return }
    do {
      _ = try HostAddress(literal)
    } catch {
      report(error.diagnostic(of: literal, at: host.mark))
    }
  }

  private mutating func checkPath(of endpoint: Endpoint) {
    guard let path = endpoint.path else { return }
    let mark = path.template.mark
    for case .text(let text) in path.pieces {
      guard let stop = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { continue }
      report(
        "a path cannot hold '\(text[stop])'", at: mark,
        hint: text[stop] == "?"
          ? "write the query under query:, one item a line; %3F is a ? in a path"
          : "a fragment is never sent; %23 is a # in a path")
      break
    }
    if let literal = path.template.literal, let segment = PathSyntax.dotSegment(in: literal) {
      report(
        "a path cannot hold the segment '\(segment)'", at: mark,
        hint: "servers resolve such segments away; write the path that is meant")
    }
    let items = endpoint.query.map(\.name)
    for token in path.tokens {
      let isInput = endpoint.input(named: token) != nil
      if isInput, items.contains(token) {
        report(
          "both an input and a query item are named '\(token)'", at: mark,
          hint: "{\(token)} is filled by one of them; rename the other")
      } else if let item = endpoint.query.first(where: { $0.name == token }), item.values.count > 1
      {
        report(
          "the query item '\(token)' has several values, but fills {\(token)}", at: item.mark,
          hint: "a token takes one value; rename the item or the token")
      } else if !isInput, !items.contains(token), knowsInputs {
        report(
          "nothing fills {\(token)}: no input and no query item has that name", at: mark,
          hint: Nearest.hint(
            for: token, among: endpoint.inputs.map(\.name) + items,
            noun: "inputs and query items"))
      }
    }
  }

  private mutating func checkMethod(of endpoint: Endpoint) {
    guard let method = endpoint.method, let literal = method.literal else { return }
    if !HeaderSyntax.isName(literal) {
      report("'\(literal)' is not a method", at: method.mark, hint: "a method is one word: GET")
    } else if literal != literal.uppercased() {
      report(
        "the method '\(literal)' is not in capitals", at: method.mark,
        hint: "methods are case-sensitive: write \(literal.uppercased())")
    }
  }
}
