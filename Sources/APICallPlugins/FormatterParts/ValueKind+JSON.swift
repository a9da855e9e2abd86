import APICallBase
import APICallHTTP

extension ValueKind {
  /// Refuses what is not JSON.
  ///
  /// - Parameter name: the format that has no room for it.
  /// - Throws: ``DeliveryError/unsuitable(_:)``.
  func requireJSON(for name: String) throws(DeliveryError) {
    guard self != .json else { return }
    throw .unsuitable("the body's media type cannot be shown as \(name)")
  }
}
