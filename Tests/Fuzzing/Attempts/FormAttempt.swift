@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts
import APICallPlugins
import JSONText

/// Forms, compared with the library's other parser for forms.
enum FormAttempt {
  static func run(_ bytes: [UInt8]) {
    let (body, documents) = DecodedBody.agreed(bytes, FormDecoder.self)
    let fields = FormEncoding.split(bytes)
    let isText = fields.joined().allSatisfy { String(validating: $0, as: UTF8.self) != nil }
    require((body.fault == nil) == isText, "\(bytes.shown): \(body.fault as Any)")
    guard let root = documents.first?.root else { return }
    require(documents.count == 1, "a form is one value")
    var names: [[UInt8]] = []
    var texts: [[UInt8]: [[UInt8]]] = [:]
    for field in fields {
      if texts[field[0]] == nil { names.append(field[0]) }
      texts[field[0], default: []].append(field.count > 1 ? field[1] : [])
    }
    require(root.members.map { Array($0.key.utf8) } == names, "\(bytes.shown) is \(root)")
    for (name, value) in root.members {
      let met = value.kind == .array ? value.elements.map(\.string) : [value.string]
      let expected = texts[Array(name.utf8)] ?? []
      require(met.map { Array(($0 ?? "?").utf8) } == expected, "\(bytes.shown) is \(root)")
      require((value.kind == .array) == (expected.count > 1), "\(bytes.shown) is \(root)")
    }
  }
}
