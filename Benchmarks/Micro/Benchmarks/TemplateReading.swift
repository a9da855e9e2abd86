import APICallLanguage
import APICallModel
import APICallReading
import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts
import YAMLTree

/// Reads texts with placeholders into templates.
struct TemplateReading: Benchmark {
  static let name = "template-read"
  static let unit = "placeholder"

  private let text = "Hello <user.name | trim | upper>, <count> of <items[0].title> for <place>."
  let units = 4 * 500

  func work() throws {
    for _ in 0..<500 {
      try WrongOutcome.check(Template(text, at: .nowhere).parts.count, is: 9)
    }
  }
}
