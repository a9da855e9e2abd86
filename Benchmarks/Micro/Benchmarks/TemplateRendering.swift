import APICallLanguage
import APICallModel
import APICallReading
import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts
import JSONText
import YAMLTree

/// Renders a template with values.
struct TemplateRendering: Benchmark {
  static let name = "template-render"
  static let unit = "placeholder"

  private let template: Template
  private let scope: Scope
  let units = 4 * 500

  init() throws {
    template = try Template(
      "Hello <user.name | trim | upper>, <count> of <items[0].title> for <place>.", at: .nowhere)
    var scope = Scope(.still)
    scope["user"] = .init(Value(try JSONDocument(text: #"{"name":" Janet Weaver "}"#).root))
    scope["count"] = .init(Value(try JSONDocument(text: "17").root))
    scope["items"] = .init(Value(try JSONDocument(text: #"[{"title":"pages"}]"#).root))
    scope["place"] = .init(.text("Köln"), isSecret: true)
    self.scope = scope
  }

  func work() throws {
    for _ in 0..<500 {
      let text = try template.render(in: scope)
      guard !text.isEmpty else { throw WrongOutcome(description: "the result is empty") }
    }
  }
}
