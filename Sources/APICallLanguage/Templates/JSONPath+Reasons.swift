import APICallText
package import JSONText

extension JSONPath {
  /// Why the path was not followed to its end, in lower case and without a full stop.
  package func words(of error: JSONPathEvaluationError, showingPlaces showsPlaces: Bool) -> String {
    guard case .otherKind(let steps, let kind) = error, steps < stepCount else { return "\(error)" }
    let wanted =
      switch words(ofStep: steps) {
      case .member: "a map"
      case .item, .several(isOfList: true): "a list"
      case .several, .places: "a list or a map"
      }
    let place = showsPlaces ? "at \(prefix(steps))" : "on the way"
    return "one value \(place) is \(kind.typeName), not \(wanted)"
  }
}
