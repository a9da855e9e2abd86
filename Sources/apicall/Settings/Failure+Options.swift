import APICallBase

extension Failure {
  /// The failure of two options that exclude each other.
  static func combined(
    _ option: String, _ other: String, hint: String = "leave out one of the two"
  ) -> Failure {
    Failure(.usage, "\(option) and \(other) cannot be combined", hint: hint)
  }
}
