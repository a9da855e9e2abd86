import APICallText

/// The names of inputs that are made from other names.
enum InputName {
  /// Names with a meaning of their own in placeholders.
  private static let reserved = [
    "each", "index", "hosts", "secret", "request", "error", "it", "true", "false", "null",
  ]

  /// The name of an input for a header field, an item or a file: `X-Api-Key` becomes `x_api_key`.
  ///
  /// Returns letters, digits and underscores, which begin with a letter.
  static func made(from name: String) -> String {
    var made = ""
    for byte in name.utf8 {
      let isPart = byte.isASCIILetterOrDigit
      if isPart {
        made.unicodeScalars.append(Unicode.Scalar(byte.lowercase))
      } else if !made.isEmpty, made.last != "_" {
        made += "_"
      }
    }
    while made.last == "_" { made.removeLast() }
    guard let first = made.utf8.first else { return "value" }
    if first.isASCIIDigit { made = "n\(made)" }
    return reserved.contains(made) ? "\(made)_" : made
  }

  /// The same, with a number if another input has that name.
  static func unused(for name: String, in others: [String]) -> String {
    let made = made(from: name)
    if !others.contains(made) { return made }
    var number = 2
    while others.contains("\(made)_\(number)") { number += 1 }
    return "\(made)_\(number)"
  }
}
