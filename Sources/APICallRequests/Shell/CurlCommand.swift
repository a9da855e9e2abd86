import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// A request as a command for curl(1) that sends the same bytes over HTTP/1.1.
///
/// Only challenges are answered in curl's own way.
package struct CurlCommand: Sendable {
  /// The command, on several lines, for any POSIX shell.
  package let text: String
  /// The variables that stand for secrets, each with its meaning in words.
  package let variables: [(name: String, meaning: String)]

  package init(_ call: Call) {
    let request = call.request
    var secrets = SecretVariables(call)
    // Brackets in host names are not ranges, and dots in the path are kept.
    var head = ["curl", "--http1.1", "--globoff", "--path-as-is"]
    var lines: [String] = []
    if request.method == "HEAD", request.body == nil {
      head.append("--head")
    } else if request.method != (request.body == nil ? "GET" : "POST") {
      head += ["--request", ShellWord(request.method).text]
    }
    head += ["--url", ShellWord(secrets.parts(of: request.url.text)).text]
    if request.headers.contains(where: { $0.isNamed("Accept-Encoding") }) {
      head.append("--compressed")
    }
    if let responder = call.authorization?.responder, let user = responder.userAndPassword {
      let word = ShellWord(secrets.parts(of: user)).text
      lines.append("--\(responder.scheme.lowercased()) --user \(word)")
    }
    for field in request.headers where !Self.isCurlsOwn(field, in: request) {
      let isBlank = field.value.revealedBytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      let start = isBlank ? "\(field.name);" : "\(field.name): "
      let parts = [.bytes(Array(start.utf8))] + (isBlank ? [] : secrets.parts(of: field))
      lines.append("--header \(ShellWord(parts).text)")
    }
    for name in Self.unwanted(in: request) { lines.append("--header '\(name):'") }

    let body = request.body.map { CurlBody($0, &secrets) }
    if let body { lines.append(body.option) }
    let source = body?.source.map { "\($0) |\n" } ?? ""
    text = source + ([head.joined(separator: " ")] + lines).joined(separator: " \\\n  ") + "\n"
    variables = secrets.used
  }

  /// Whether curl itself writes the field, from the URL or from the body.
  private static func isCurlsOwn(_ field: HeaderField, in request: OutgoingRequest) -> Bool {
    request.body != nil && field.isNamed("Content-Length")
      || field.isNamed("Host") && field.value.revealed == request.url.origin.authority
  }

  /// The fields that curl would add itself.
  private static func unwanted(in request: OutgoingRequest) -> [String] {
    var names = ["Accept", "User-Agent"]
    if let body = request.body {
      names.append("Content-Type")
      // Versions of curl differ in the body size from which on they send Expect.
      if body.size ?? .max > 1024 { names.append("Expect") }
    }
    return names.filter { name in !request.headers.contains { $0.isNamed(name) } }
  }
}
