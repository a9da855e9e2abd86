package import APICallBase
package import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import JSONText
import Patterns

extension EndpointSpec {
  /// Returns the secret outputs in a response: those that are declared secret, or stored as secrets.
  ///
  /// Returns the texts of the values; of a list or map those in it. Throws a ``Failure`` if the
  /// decoder that the endpoint names does not exist.
  package func secretOutputs(
    in response: ReceivedResponse, by registry: Registry
  ) throws(Failure) -> [[UInt8]] {
    let outputs = outputs.filter { $0.isSecret || $0.store != nil }
    guard !outputs.isEmpty else { return [] }
    let reading = try registry.reading(of: response.head, to: self, by: nil)
    let (decoder, settings) = (reading.decoder, reading.settings)
    var roots: [JSONNode] = []
    // What cannot be decoded has no outputs for the call either.
    if let buffered = try? BufferedResponse(response, decoder: decoder, settings) {
      roots = buffered.values
    }
    if let items = pagination?.items?.path.path {
      roots += roots.compactMap { JSONNode.list(of: (try? items.select(in: $0)) ?? []) }
    }
    var found: [[UInt8]] = []
    for output in outputs {
      var texts: [String] = []
      switch output.place {
      case .header(let name): texts = response.head.values(of: name)
      case .trailer(let name): texts = response.trailers.contents(of: name).map(\.text)
      case .text: texts = [BodyText.text(of: response.body, settings)]
      case .body(let path):
        for root in roots {
          for value in path.path.values(in: root) {
            found += Redactor.secrets(in: value)
            texts += [Value(value).plainText].compactMap { $0 }
          }
        }
      }
      if let part = try? output.part(of: texts) { found.append(Array(part.utf8)) }
      if output.fieldName != nil { found += texts.map { Array($0.utf8) } }
    }
    return found.filter { !$0.isEmpty }
  }
}
