package import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallSafety
import APICallText

/// The examples of one endpoint with the requests that they respond to, for `fixture` and `serve`.
package struct ExampleIndex: Sendable {
  /// An example and its request; nil for an example that matches every other request.
  private struct Page: Sendable {
    var example: Example
    var request: OutgoingRequest?
  }

  package let endpoint: EndpointSpec
  private let pages: [Page]

  /// Throws a ``Failure`` if the inputs of an example do not form a request.
  package init(_ endpoint: EndpointSpec, director: any HostDirector, world: World)
    throws(Failure)
  {
    // No credentials of the user are read for a request that is only compared.
    var endpoint = endpoint
    if endpoint.auth?.userCredentials != nil {
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
    // All examples share one allowance, since a small file may contain many of them.
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
      if let state = endpoint.state {
        scope.add(state.firstValues(in: scope), named: StateDeclaration.name)
      }
      guard allowance.take(0, times: size) else { throw Self.tooMuch(in: endpoint) }
      do {
        try endpoint.bindLets(in: &scope)
        var request = try director.request(for: endpoint, in: scope)
        if let withGaps {
          // A gap cannot stand in every credential. Those in header fields are not compared.
          let whole = try? director.request(for: withGaps, in: scope)
          if let whole {
            request = whole
          } else {
            request = try director.request(for: withGaps.with { $0.auth = nil }, in: scope)
          }
        }
        pages.append(Page(example: example, request: request))
      } catch {
        var failure = error
        for index in failure.diagnostics.indices {
          failure.diagnostics[index].notes.append(
            Message.Note("with the inputs of this example", at: example.mark))
        }
        throw failure
      }
    }
    self.pages = pages
  }

  private static func tooMuch(in endpoint: EndpointSpec) -> Failure {
    Failure(
      .badInput, "the requests of all examples of \(endpoint.file) take too long to build",
      hint: "write fewer examples, or fewer items in the request")
  }

  /// Returns the first example with the same request, otherwise the first one without inputs; nil
  /// if there is neither.
  package func response(to received: ReceivedRequest) -> Example? {
    exactResponse(to: received) ?? otherResponse
  }

  func exactResponse(to received: ReceivedRequest) -> Example? {
    pages.first { page in
      page.request.map { received.matches($0, of: endpoint) } ?? false
    }?.example
  }

  var otherResponse: Example? { pages.first { $0.request == nil }?.example }
}
