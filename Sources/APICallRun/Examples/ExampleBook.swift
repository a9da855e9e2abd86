package import APICallBase
import APICallHTTP
package import APICallSpec
import JSONText

/// The examples of one endpoint with the requests that lead to them: what `fixture` and `serve`
/// answer from.
package struct ExampleBook: Sendable {
  /// An example and the request that it answers; nil if it answers what no other does.
  private struct Page: Sendable {
    var example: Example
    var request: Request?
  }

  /// The endpoint.
  package let endpoint: Endpoint
  private let pages: [Page]

  /// Renders the requests of an endpoint's examples.
  ///
  /// - Parameters:
  ///   - endpoint: the call.
  ///   - director: what its requests are built with. Where it knows no host they are built for this
  ///   machine: they are only compared, never sent.
  ///   - world: what functions draw from; what they bring is left open in the requests.
  /// - Throws: a ``Failure`` if the inputs of an example do not make a request.
  package init(_ endpoint: Endpoint, director: any RequestDirector, world: World) throws(Failure) {
    // Nobody's own credentials are read for a request that is only compared.
    var endpoint = endpoint
    if endpoint.auth?.kind?.readsUserFiles == true {
      endpoint = endpoint.with { $0.auth = nil }
    }
    self.endpoint = endpoint
    var director = director
    if endpoint.isForProfile, (try? director.host(in: Scope())) == nil {
      director = ExternalDirector(
        HostAddress(origin: Origin(scheme: .http, host: "localhost"), basePath: ""))
    }
    let withGaps = endpoint.withGaps
    var pages: [Page] = []
    // One for all: a small file may have many examples.
    let allowance = RenderAllowance()
    let size = endpoint.templates.count
    for example in endpoint.examples {
      guard let inputs = example.inputs else {
        pages.append(Page(example: example, request: nil))
        continue
      }
      var scope = InputResolver(endpoint).scope(
        from: inputs, in: world, allowance: allowance)
      for need in endpoint.needs { scope.add(need.standIns, named: need.name) }
      guard allowance.take(0, times: size) else { throw Self.tooMuch(in: endpoint) }
      do {
        try endpoint.bindLets(in: &scope)
        var request = try director.request(for: endpoint, in: scope)
        if let withGaps { request = try director.request(for: withGaps, in: scope) }
        pages.append(Page(example: example, request: request))
      } catch {
        var failure = error
        for index in failure.diagnostics.indices {
          failure.diagnostics[index].notes.append(
            Diagnostic.Note("with the inputs of this example", at: example.mark))
        }
        throw failure
      }
    }
    self.pages = pages
  }

  private static func tooMuch(in endpoint: Endpoint) -> Failure {
    Failure(
      .badInput, "the requests of all examples of \(endpoint.file) take too long to build",
      hint: "write fewer examples, or fewer items in the request")
  }

  /// Finds the example that answers a request.
  ///
  /// - Parameter received: the request as a server sees it.
  /// - Returns: the first example whose own request is the same, else the first one without
  ///   inputs; nil if there is neither.
  package func answer(to received: ReceivedRequest) -> Example? {
    exactAnswer(to: received) ?? otherAnswer
  }

  /// The first example whose own request is the same.
  func exactAnswer(to received: ReceivedRequest) -> Example? {
    pages.first { page in
      page.request.map { received.matches($0, of: endpoint) } ?? false
    }?.example
  }

  /// The first example without inputs.
  var otherAnswer: Example? { pages.first { $0.request == nil }?.example }
}
