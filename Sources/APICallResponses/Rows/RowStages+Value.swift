package import APICallBase
import APICallContracts
package import APICallLanguage
package import APICallModel
package import APICallSafety
import APICallText
package import JSONText

extension RowStages {
  /// Makes rows, and holds them as one value.
  ///
  /// Returns a list of the rows, or the only row, with the provenance of everything that it is made
  /// of; no value if there is no row where there would be one. Throws a ``Failure`` if an
  /// expression cannot be computed, or the rows exceed 64 MiB.
  package func binding(
    of values: [JSONNode], isStream: Bool = false, from provenance: Provenance, in scope: Scope,
    of head: EndpointSpec
  ) throws(Failure) -> Scope.Binding {
    let maker = try RowMaker(self, in: scope, from: provenance, of: head)
    var json: [UInt8] = []
    let receive: RowMaker.Receiver = { row in
      if !json.isEmpty { json.append(UInt8(ascii: ",")) }
      json += row.bytes
      return json.count <= BufferedBytes.limit ? .more : .stop
    }
    for value in values where !maker.isDone {
      try maker.take(value, inStream: isStream, receive)
    }
    if values.isEmpty, !isStream { _ = try maker.endEmptyDocument(receive) }
    try maker.finish(receive)
    guard json.count <= BufferedBytes.limit else {
      throw Failure(
        .decoding, "the rows exceed \(BufferedBytes.limit >> 20) MiB", at: mark ?? shapeMark,
        hint: "select fewer members, or filter with 'where'")
    }
    if isStream && !maker.isOfOneGroup || !maker.isSingle {
      json = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]
    }
    guard !json.isEmpty else { return Scope.Binding(withoutRow: maker.provenance) }
    let document = try rethrowing(JSONDocument(json)) { (_: JSONSyntaxError) in
      Failure(.decoding, "the rows are nested too deeply", at: mark ?? shapeMark)
    }
    return Scope.Binding(Value(document.root), from: maker.provenance)
  }
}
