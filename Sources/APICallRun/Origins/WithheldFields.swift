import APICallBase
import APICallHTTP
import APICallSpec
import YAMLTree

/// What the project file says of headers, query and auth for its own hosts, and a request to another
/// host does not get.
package struct WithheldFields: Sendable {
  /// The header fields and items, each as `header Authorization` with its place.
  let items: [(part: String, name: String, mark: Mark)]
  private let call: Call

  /// Finds what a request goes without.
  ///
  /// - Parameter call: the call with its request.
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

  /// Why the request goes without them.
  var reason: String {
    call.endpoint.profile.map { "for the hosts of the profile '\($0.name)'" }
      ?? "for the hosts of a profile"
  }

  /// One line that tells of them, as standard error gets it; empty where there are none.
  package var note: String {
    guard !items.isEmpty else { return "" }
    let places = items.map { "'\($0.name)' (\($0.mark.source.name):\($0.mark.start.line))" }
    let note =
      "apicall: not sent to \(call.request.url.origin): \(places.joined(separator: ", ")),"
      + " which \(items.count == 1 ? "is" : "are") \(reason)"
    return TerminalText.escapingLine(note) + "\n"
  }
}
