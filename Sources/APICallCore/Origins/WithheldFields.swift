import YAMLTree

/// What the project file says of headers and query for its own hosts, and a request to another host
/// does not get.
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
    guard endpoint.project?.defaults != nil || endpoint.profile?.headers != nil,
      endpoint.profile?.owns(origin) != true
    else {
      items = []
      return
    }
    func withheld(_ items: [Endpoint.Item]) -> [Endpoint.Item] {
      items.filter { endpoint.isOfProject($0.mark) && !$0.values.isEmpty }
    }
    items =
      withheld(endpoint.query).map { ("query \($0.name)", $0.name, $0.mark) }
      + withheld(endpoint.headers).map { ("header \($0.name)", $0.name, $0.mark) }
  }

  /// Why the request goes without them.
  var reason: String {
    call.endpoint.profile.map { "for the hosts of the profile '\($0.name)'" }
      ?? "for the hosts of a profile"
  }

  /// One line for each, as standard error gets them.
  package var notes: String {
    items.map { item in
      let note =
        "apicall: not sent to \(call.request.url.origin): '\(item.name)' of"
        + " \(item.mark.source.name):\(item.mark.start.line), which is \(reason)"
      return TerminalText.escapingLine(note) + "\n"
    }.joined()
  }
}
