import APICallText
import SeededNumbers

/// A way in which a program may write a secret.
struct Spelling {
  var name: String
  var spell: @Sendable (_ bytes: [UInt8], _ random: inout SeededGenerator) -> String

  private init(
    _ name: String, _ spell: @escaping @Sendable ([UInt8], inout SeededGenerator) -> String
  ) {
    self.name = name
    self.spell = spell
  }

  static let all = single + pairs

  private static let escapes = [percent, form, json, entity, tilde, quotedPrintable, unicode]
  private static let single = [plain, letterCase, hexadecimal, base64, lines, wide] + escapes
  /// Applies spellings in turn; Base64 comes last because it encodes the text as it is.
  private static let pairs =
    escapes.flatMap { first in
      escapes.map { second in
        Spelling("\(first.name), then \(second.name)") { bytes, random in
          second.spell(Array(first.spell(bytes, &random).utf8), &random)
        }
      }
    }
    + escapes.map { second in
      Spelling("Base64, then \(second.name)") { bytes, random in
        second.spell(Array(base64.spell(bytes, &random).utf8), &random)
      }
    }

  private static let plain = Spelling("plain") { bytes, _ in
    String(decoding: bytes, as: UTF8.self)
  }

  private static let letterCase = Spelling("letter case") { bytes, random in
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.count < 8 ? text : anyCase(text, &random)
  }

  private static let lines = Spelling("Base64 in lines") { bytes, random in
    let before = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
    var rest = Base64.encode(before + bytes)[...]
    let lineBreak = random.pick(["\n", "\r\n", "\r", "\n    ", "\r\n\t"])
    let columns = random.pick([4, 16, 64, 76])
    var lines: [Substring] = []
    while !rest.isEmpty {
      lines.append(rest.prefix(columns))
      rest = rest.dropFirst(columns)
    }
    return lines.joined(separator: lineBreak)
  }

  /// UTF-16, where it can be a string in UTF-8 too.
  private static let wide = Spelling("UTF-16") { bytes, random in
    let isBig = random.below(2) == 0
    let text = String(decoding: bytes, as: UTF8.self)
    let units = text.utf16.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let wide = units.flatMap { isBig ? $0 : $0.reversed() }
    return String(validating: wide, as: UTF8.self) ?? text
  }

  private static func anyCase(_ text: String, _ random: inout SeededGenerator) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      let isLetter = scalar.value < 0x80 && byte.isASCIILetter && random.below(2) == 0
      return isLetter ? Unicode.Scalar(byte ^ 0x20) : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static let hexadecimal = Spelling("hexadecimal") { bytes, random in
    anyCase(Hexadecimal.encode(bytes), &random)
  }

  private static let base64 = Spelling("Base64") { bytes, random in
    let before = (0..<random.below(5)).map { _ in UInt8(random.below(256)) }
    let after = (0..<random.below(5)).map { _ in UInt8(random.below(256)) }
    return Base64.encode(before + bytes + after, with: random.below(2) == 0 ? .standard : .url)
  }

  private static let percent = Spelling("percent") { bytes, random in
    escaped(bytes, keeping: "-._~!$'()*,;:@/?=&+ \"<>\\", &random) { byte, random in
      let digits = two(byte)
      return "%" + (random.below(2) == 0 ? digits : digits.uppercased())
    }
  }

  private static let tilde = Spelling("tilde") { bytes, random in
    escaped(bytes, keeping: "-._!$'()*,;:@?=&+ \"<>\\", &random) { byte, random in
      "~" + (random.below(2) == 0 ? two(byte) : two(byte).uppercased())
    }
  }

  private static let quotedPrintable = Spelling("quoted-printable") { bytes, random in
    let lineBreaks = ["", "", "", "=\n", "=\r\n"]
    return escaped(bytes, keeping: "-._~!$'()*,;:@/?&+ \"<>\\", &random) { byte, random in
      random.pick(lineBreaks) + "=" + two(byte).uppercased()
    }
  }

  private static let unicode = Spelling("percent and u") { bytes, random in
    let escapesAll = random.below(3) == 0
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      let isPlain = scalar.value < 0x80 && scalar != "%" && scalar.value > 0x20 && !escapesAll
      guard !isPlain, scalar.value < 0x1_0000 else {
        return isPlain ? String(scalar) : String(scalar).utf8.map { "%" + two($0) }.joined()
      }
      let digits = String(scalar.value, radix: 16)
      return "%u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  private static let form = Spelling("form") { bytes, random in
    escaped(bytes, keeping: "-._*", &random) { byte, _ in
      byte == UInt8(ascii: " ") ? "+" : "%" + two(byte).uppercased()
    }
  }

  private static let json = Spelling("JSON") { bytes, random in
    let escapesAll = random.below(3) == 0
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": return "\\" + String(scalar)
      case "/" where random.below(2) == 0: return "\\/"
      case "\n" where random.below(2) == 0: return "\\n"
      case _ where scalar.value >= 0x20 && !escapesAll && random.below(4) > 0:
        return String(scalar)
      default:
        return String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16)
          let all = String(repeating: "0", count: 4 - digits.count) + digits
          return "\\u" + (random.below(2) == 0 ? all : all.uppercased())
        }.joined()
      }
    }.joined()
  }

  private static let entity = Spelling("entity") { bytes, random in
    let escapesAll = random.below(3) == 0
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      switch (scalar, random.below(3)) {
      case ("&", 0): return "&amp;"
      case ("<", 0): return "&lt;"
      case (">", 0): return "&gt;"
      case ("\"", 0): return "&quot;"
      case ("'", 0): return "&apos;"
      case ("&", _), ("<", _), (">", 1), ("\"", 1): return "&#\(scalar.value);"
      case _ where escapesAll: return "&#x\(String(scalar.value, radix: 16));"
      default: return String(scalar)
      }
    }.joined()
  }

  private static func escaped(
    _ bytes: [UInt8], keeping kept: String, _ random: inout SeededGenerator,
    _ escape: (UInt8, inout SeededGenerator) -> String
  ) -> String {
    let escapesAll = random.below(3) == 0
    return bytes.map { byte in
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || kept.utf8.contains(byte)
      return isPlain && !escapesAll && byte < 0x80
        ? String(Unicode.Scalar(byte)) : escape(byte, &random)
    }.joined()
  }

  private static func two(_ byte: UInt8) -> String {
    byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
  }
}
