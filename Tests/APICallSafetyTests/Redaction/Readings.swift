import APICallHTTP
import APICallText
import Foundation

/// All meanings of a text that may be encoded, found with independent decoders.
enum Readings {
  /// Whether any reading of a text contains a secret.
  static func hold(_ secret: [UInt8], in text: String) -> Bool {
    var readings: Set = [Array(text.utf8)]
    // Each decoder needs a byte of its own; without that, it changes nothing.
    for _ in 0..<2 {
      for reading in readings {
        let bytes = Set(reading)
        if bytes.contains(UInt8(ascii: "%")) {
          readings.insert(PercentEncoding.decode(reading, plusIsSpace: false))
          readings.insert(unicode(reading))
        }
        if bytes.contains(UInt8(ascii: "%")) || bytes.contains(UInt8(ascii: "+")) {
          readings.insert(PercentEncoding.decode(reading, plusIsSpace: true))
        }
        if bytes.contains(UInt8(ascii: "~")) { readings.insert(marked(reading, by: "~")) }
        if bytes.contains(UInt8(ascii: "=")) { readings.insert(marked(reading, by: "=")) }
        if bytes.contains(UInt8(ascii: "\\")) { readings.insert(json(reading)) }
        if bytes.contains(UInt8(ascii: "&")) { readings.insert(entities(reading)) }
      }
    }
    for reading in readings {
      if reading.contains(0x0A) || reading.contains(0x0D) {
        readings.insert(replacing(reading, matching: Form.fold) { _ in "" })
      }
      readings.insert(reading.filter { $0 != 0 })
    }
    let hexadecimal = Hexadecimal.encode(secret)
    let folded = secret.count < 8 ? nil : secret.map(lowercase)
    return readings.contains { reading in
      reading.firstRange(of: secret) != nil
        || folded.map { reading.map(lowercase).firstRange(of: $0) != nil } == true
        || String(decoding: reading, as: UTF8.self).lowercased().contains(hexadecimal)
        || base64(reading).contains { $0.firstRange(of: secret) != nil }
    }
  }

  /// What the decoders replace; a literal within a function would be parsed for each call.
  private enum Form {
    nonisolated(unsafe) static let fold = /(?:\r\n|\r|\n)[ \t]*/
    nonisolated(unsafe) static let json =
      /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^u]/
    nonisolated(unsafe) static let unicode = /%[uU][0-9a-fA-F]{4}/
    nonisolated(unsafe) static let softBreak = /=\r?\n/
    nonisolated(unsafe) static let equals = /=[0-9a-fA-F]{2}/
    nonisolated(unsafe) static let tilde = /~[0-9a-fA-F]{2}/
    nonisolated(unsafe) static let entity = /&(?:[a-z]+|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});/
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 0x20 : byte
  }

  /// Decodes each `\…` with Foundation's decoder, together with the next one if it needs two.
  private static func json(_ text: [UInt8]) -> [UInt8] {
    replacing(text, matching: Form.json) { match in
      try? JSONDecoder().decode(String.self, from: Data("\"\(match)\"".utf8))
    }
  }

  /// Decodes `%u0041` and `%41`.
  private static func unicode(_ text: [UInt8]) -> [UInt8] {
    let bytes = replacing(text, matching: Form.unicode) { match in
      let scalar = UInt32(match.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
      return scalar.map { String($0).utf8.map { "%" + Hexadecimal.encode([$0]) }.joined() }
    }
    return PercentEncoding.decode(bytes, plusIsSpace: false)
  }

  /// Decodes `~41`, or `=41` after removing the line breaks that follow `=`.
  private static func marked(_ text: [UInt8], by mark: Character) -> [UInt8] {
    let joined = mark == "=" ? replacing(text, matching: Form.softBreak) { _ in "" } : text
    // A percent sign is an ordinary character here.
    let plain = joined.flatMap { $0 == UInt8(ascii: "%") ? Array("%25".utf8) : [$0] }
    let pattern = mark == "=" ? Form.equals : Form.tilde
    let percent = replacing(plain, matching: pattern) { "%" + $0.dropFirst() }
    return PercentEncoding.decode(percent, plusIsSpace: false)
  }

  private static func entities(_ text: [UInt8]) -> [UInt8] {
    let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    return replacing(text, matching: Form.entity) { match in
      let body = match.dropFirst().dropLast()
      if let character = names[String(body)] { return character }
      let digits = body.dropFirst()
      let value =
        digits.first.map { "xX".contains($0) } == true
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap { Unicode.Scalar($0) }.map { String($0) }
    }
  }

  /// Maps bytes to the characters with the same numbers, so that any byte can be matched.
  private static func replacing(
    _ text: [UInt8], matching pattern: Regex<Substring>, by change: (String) -> String?
  ) -> [UInt8] {
    let letters = String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    var result: [UInt8] = []
    var position = letters.unicodeScalars.startIndex
    func bytes(_ range: Range<String.Index>) -> [UInt8] {
      letters.unicodeScalars[range].map { UInt8(truncatingIfNeeded: $0.value) }
    }
    for match in letters.matches(of: pattern.matchingSemantics(.unicodeScalar)) {
      result += bytes(position..<match.range.lowerBound)
      result += change(String(match.output)).map { Array($0.utf8) } ?? bytes(match.range)
      position = match.range.upperBound
    }
    return result + bytes(position..<letters.unicodeScalars.endIndex)
  }

  /// Decodes each run of Base64 characters, starting at each of its first four.
  private static func base64(_ text: [UInt8]) -> [[UInt8]] {
    let runs = text.split { byte in
      !(byte.isASCIILetterOrDigit || "+/-_".utf8.contains(byte))
    }
    return runs.flatMap { run in
      (0..<4).map { start in
        let characters = run.dropFirst(start).map { byte in
          byte == UInt8(ascii: "-")
            ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
        }
        // A single character at the end is less than a byte.
        let whole = characters.prefix(characters.count - (characters.count % 4 == 1 ? 1 : 0))
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - whole.count % 4) % 4)
        return Array(Data(base64Encoded: Data(Array(whole) + padding)) ?? Data())
      }
    }
  }
}
