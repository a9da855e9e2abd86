@testable import APICallHTTP
@testable import APICallContracts
import APICallPlugins
import JSONText

/// YAML as JSON; the output written as YAML again is read as the same.
enum YAMLAttempt {
  static func run(_ bytes: [UInt8]) {
    let (body, documents) = DecodedBody.agreed(bytes, YAMLDecoder.self)
    require(body.fault != nil || body.isStream == (documents.count > 1), "\(bytes.shown): \(body)")
    for document in documents { check(document.bytes, bytes) }
    // JSON is YAML, except for some text that YAML forbids.
    guard let json = try? JSONDocument(bytes), body.fault == nil else { return }
    require(documents.count == 1, "\(bytes.shown) is \(body.values.map(\.shown))")
    require(
      documents[0].root.isEqual(to: json.root), "\(bytes.shown) is \(body.values[0].shown)")
    check(bytes, bytes)
  }

  private static func check(_ json: [UInt8], _ bytes: [UInt8]) {
    let yaml = PrintedText(
      [json], DecoderEntry(JSONResponseDecoder.self), FormatterEntry(YAMLFormatter.self))
    // Half of a surrogate pair and a repeated key do not exist in YAML.
    guard yaml.fault == nil else { return }
    let again = DecodedBody([yaml.bytes], YAMLDecoder.self)
    guard again.fault == nil, again.values.count == 1,
      let before = try? JSONDocument(json), let after = try? JSONDocument(again.values[0])
    else { fatalError("\(bytes.shown) as \(yaml.bytes.shown): \(again)") }
    require(
      after.root.isEqual(to: before.root),
      "\(json.shown) as \(yaml.bytes.shown) is \(again.values[0].shown)")
  }
}
