/// Ends the program if a property does not hold, so that libFuzzer keeps the text.
///
/// - Parameters:
///   - holds: the property.
///   - message: the property that does not hold, and the text.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}

extension [UInt8] {
  /// The bytes as text, for messages.
  var shown: String { String(decoding: self, as: UTF8.self).debugDescription }
}
