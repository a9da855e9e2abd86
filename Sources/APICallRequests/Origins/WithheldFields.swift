import APICallHTTP
import APICallModel
import APICallSafety
import APICallText
import YAMLTree

/// The header fields, query items and auth that the project file sets for its own hosts.
///
/// A request to another host does not get them.
package struct WithheldFields: Sendable {
  /// The header fields and items, each as `header Authorization` with its place.
  let items: [(part: String, name: String, mark: Mark)]
  private let call: Call

  package init(of call: Call) {
    self.call = call
    let endpoint = call.endpoint
    let origin = call.request.url.origin
    guard endpoint.hasProjectLayer, endpoint.profile?.owns(origin) != true else {
      items = []
      return
    }
    func withheld(_ items: [WrittenItem]) -> [WrittenItem] {
      items.filter { endpoint.isOfProject($0.mark) && !$0.values.isEmpty }
    }
    let auth = endpoint.auth.flatMap { endpoint.isOfProject($0.mark) ? $0 : nil }
    items =
      withheld(endpoint.query).map { ("query \($0.name)", $0.name, $0.mark) }
      + withheld(endpoint.headers).map { ("header \($0.name)", $0.name, $0.mark) }
      + [auth].compactMap { $0 }.map { ("auth", "auth", $0.mark) }
  }

  var reason: String {
    call.endpoint.profile.map { "for the hosts of the profile '\($0.name)'" }
      ?? "for the hosts of a profile"
  }

  /// A line for standard error that lists them; empty without one.
  package var note: String {
    guard !items.isEmpty else { return "" }
    let places = items.map { "'\($0.name)' (\($0.mark.source.name):\($0.mark.start.line))" }
    let note =
      "apicall: not sent to \(call.request.url.origin): \(places.joined(separator: ", ")),"
      + " which \(items.count == 1 ? "is" : "are") \(reason)"
    return TerminalText.line(note) + "\n"
  }
}
