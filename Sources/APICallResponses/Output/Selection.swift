package import APICallBase
import APICallHTTP
package import APICallModel

/// A part of a response that `--print` selects.
package enum Selection: Sendable, Hashable {
  case output(String)
  case status
  /// A header field's first value.
  case header(String)

  /// Reads a part's name: `status`, `headers.etag`, or the name of an output.
  ///
  /// Throws a ``Failure`` with exit status 64 for an unknown name.
  package init(_ text: String, of endpoint: EndpointSpec) throws(Failure) {
    if text == "status" {
      self = .status
    } else if text.hasPrefix("headers."), HeaderSyntax.isName(text.dropFirst(8)) {
      self = .header(String(text.dropFirst(8)))
    } else if endpoint.outputs.contains(where: { $0.name == text }) {
      self = .output(text)
    } else {
      throw Failure(
        .usage, "there is no output '\(text)' in \(endpoint.file)",
        hint: text.hasPrefix("$")
          ? "use a path with --select, or in an output of the file"
          : text.contains(".") || endpoint.outputs.isEmpty && Self.mayBeMember(text)
            ? "--select '$.\(text)' prints that part of the body"
            : Self.habit(text)
              ?? Nearest.hint(
                for: text, among: endpoint.outputs.map(\.name) + ["status", "headers.NAME"],
                noun: "outputs"))
    }
  }

  private static func mayBeMember(_ text: String) -> Bool {
    habit(text) == nil && HeaderSyntax.isName(text[...])
  }

  /// The hint for parts as HTTPie and others name them; nil for any other.
  private static func habit(_ text: String) -> String? {
    switch text {
    case "body", "b", "response", "content": "leave out --print: the body is printed then"
    case "headers", "header", "h", "H", "head":
      "-v shows all header fields; --print headers.NAME prints one"
    case "hb", "Hh", "HBhb", "HB", "HhBb", "all", "m", "meta", "B", "request":
      "-v shows request and response; --envelope prints everything as JSON"
    case "code", "status_code", "http_code": "did you mean 'status'?"
    case "time", "timings", "time_total", "cookies", "url": "--envelope prints it, as JSON"
    default: nil
    }
  }

  package var name: String {
    switch self {
    case .output(let name): name
    case .status: "status"
    case .header(let name): "headers.\(name)"
    }
  }
}
