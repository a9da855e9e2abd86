import APICallBase
import APICallHTTP
import YAMLTree

extension SpecReading {
  /// Checks what no single field can know: names across the file, paths, methods, plugins.
  mutating func check(_ endpoint: Endpoint, _ vocabulary: EndpointReader.Vocabulary) {
    checkPlaceholders(of: endpoint)
    checkTarget(of: endpoint)
    checkHost(of: endpoint)
    checkPath(of: endpoint)
    checkMethod(of: endpoint)
    checkHeaders(of: endpoint)
    checkRetry(of: endpoint)
    checkRedirects(of: endpoint)
    checkPagination(of: endpoint)
    check(endpoint.decode, of: .decoder, vocabulary)
    check(endpoint.format, of: .formatter, vocabulary)
    check(endpoint.requester, of: .requester, vocabulary)
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

  /// The most octets of a path: RFC 9110, section 4.1, wants 8000 of a URL to be supported.
  private static let longestPath = 8192

  /// Reads a path; nil, with a problem, where the value is none.
  mutating func pathTemplate(_ entry: Node.Entry) -> PathTemplate? {
    guard let template = template(entry) else { return nil }
    guard template.written.utf8.count <= Self.longestPath else {
      report("'path' is longer than \(Self.longestPath) octets", at: entry.value.mark)
      return nil
    }
    return PathTemplate(template)
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

  /// Fields that follow from the body and the connection.
  package static let framingFields = ["content-length", "transfer-encoding", "connection"]

  mutating func checkHeaders(of endpoint: Endpoint) {
    checkRepeats(in: endpoint.headers)
    for header in endpoint.headers {
      if !HeaderSyntax.isName(header.name) {
        report(
          "'\(header.name)' cannot be the name of a header field", at: header.mark,
          hint: "a name is letters, digits and hyphens, without spaces or colons")
      } else if Self.framingFields.contains(header.name.lowercased()) {
        report(
          "'\(header.name)' cannot be set: it follows from the body and the connection",
          at: header.mark, hint: "remove the line")
      }
      checkContentType(header, of: endpoint)
      for value in header.values {
        guard let literal = value.literal, !HeaderSyntax.isValue(Array(literal.utf8)) else {
          continue
        }
        report(
          "the value of '\(header.name)' holds a line break or a control character",
          at: value.mark, hint: "a header field is one line of text")
      }
    }
  }

  /// Notes names of header fields that differ in the case of their letters alone.
  mutating func checkRepeats(in headers: [Endpoint.Item]) {
    guard headers.count > 1 else { return }
    // Sorted, not hashed: the first dictionary of a run costs more than all names of a usual spec.
    let names = headers.enumerated().map { (name: $1.name.lowercased(), place: $0) }
      .sorted { ($0.name, $0.place) < ($1.name, $1.place) }
    for (former, latter) in zip(names, names.dropFirst()) where former.name == latter.name {
      let first = headers[former.place]
      let header = headers[latter.place]
      guard first.mark.source === header.mark.source else { continue }
      var problem = Diagnostic(
        "'\(header.name)' is the header field '\(first.name)' once more", at: header.mark,
        hint: "names are the same in any case of letters; a list repeats one:"
          + " \(first.name): [a, b]")
      problem.notes = [Diagnostic.Note("the first", at: first.mark)]
      report(problem)
    }
  }
}
