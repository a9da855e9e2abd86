/// Ends the program where a property does not hold, so that libFuzzer keeps the text.
///
/// - Parameters:
///   - holds: the property.
///   - message: what does not hold, and for what.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}

extension [UInt8] {
  /// The octets as text, for messages.
  var shown: String { String(decoding: self, as: UTF8.self).debugDescription }
}
