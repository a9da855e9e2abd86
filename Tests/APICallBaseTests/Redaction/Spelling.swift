import APICallBase
import SeededNumbers

/// A way in which a program may write a secret.
struct Spelling {
  var name: String
  var spell: @Sendable (_ octets: [UInt8], _ random: inout SeededGenerator) -> String

  private init(
    _ name: String, _ spell: @escaping @Sendable ([UInt8], inout SeededGenerator) -> String
  ) {
    self.name = name
    self.spell = spell
  }

  static let all = single + pairs

  private static let escapes = [percent, form, json, entity, tilde, quotedPrintable, unicode]
  private static let single = [plain, hexadecimal, base64] + escapes
  /// Applies spellings in turn; Base64 comes last because it encodes the text as it is.
  private static let pairs =
    escapes.flatMap { first in
      escapes.map { second in
        Spelling("\(first.name), then \(second.name)") { octets, random in
          second.spell(Array(first.spell(octets, &random).utf8), &random)
        }
      }
    }
    + escapes.map { second in
      Spelling("Base64, then \(second.name)") { octets, random in
        second.spell(Array(base64.spell(octets, &random).utf8), &random)
      }
    }

  private static let plain = Spelling("plain") { octets, _ in
    String(decoding: octets, as: UTF8.self)
  }

  private static let hexadecimal = Spelling("hexadecimal") { octets, random in
    let text = Hexadecimal.encode(octets)
    return random.below(2) == 0 ? text : text.uppercased()
  }

  private static let base64 = Spelling("Base64") { octets, random in
    let before = (0..<random.below(5)).map { _ in UInt8(random.below(256)) }
    let behind = (0..<random.below(5)).map { _ in UInt8(random.below(256)) }
    return Base64.encode(before + octets + behind, with: random.below(2) == 0 ? .standard : .url)
  }

  private static let percent = Spelling("percent") { octets, random in
    escaped(octets, keeping: "-._~!$'()*,;:@/?=&+ \"<>\\", &random) { octet, random in
      let digits = two(octet)
      return "%" + (random.below(2) == 0 ? digits : digits.uppercased())
    }
  }

  private static let tilde = Spelling("tilde") { octets, random in
    escaped(octets, keeping: "-._!$'()*,;:@?=&+ \"<>\\", &random) { octet, random in
      "~" + (random.below(2) == 0 ? two(octet) : two(octet).uppercased())
    }
  }

  private static let quotedPrintable = Spelling("quoted-printable") { octets, random in
    let lineBreaks = ["", "", "", "=\n", "=\r\n"]
    return escaped(octets, keeping: "-._~!$'()*,;:@/?&+ \"<>\\", &random) { octet, random in
      random.pick(lineBreaks) + "=" + two(octet).uppercased()
    }
  }

  private static let unicode = Spelling("percent and u") { octets, random in
    let escapesAll = random.below(3) == 0
    return String(decoding: octets, as: UTF8.self).unicodeScalars.map { scalar in
      let isPlain = scalar.value < 0x80 && scalar != "%" && scalar.value > 0x20 && !escapesAll
      guard !isPlain, scalar.value < 0x1_0000 else {
        return isPlain ? String(scalar) : String(scalar).utf8.map { "%" + two($0) }.joined()
      }
      let digits = String(scalar.value, radix: 16)
      return "%u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  private static let form = Spelling("form") { octets, random in
    escaped(octets, keeping: "-._*", &random) { octet, _ in
      octet == UInt8(ascii: " ") ? "+" : "%" + two(octet).uppercased()
    }
  }

  private static let json = Spelling("JSON") { octets, random in
    let escapesAll = random.below(3) == 0
    return String(decoding: octets, as: UTF8.self).unicodeScalars.map { scalar in
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

  private static let entity = Spelling("entity") { octets, random in
    let escapesAll = random.below(3) == 0
    return String(decoding: octets, as: UTF8.self).unicodeScalars.map { scalar in
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
    _ octets: [UInt8], keeping kept: String, _ random: inout SeededGenerator,
    _ escape: (UInt8, inout SeededGenerator) -> String
  ) -> String {
    let escapesAll = random.below(3) == 0
    return octets.map { octet in
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet || kept.utf8.contains(octet)
      return isPlain && !escapesAll && octet < 0x80
        ? String(Unicode.Scalar(octet)) : escape(octet, &random)
    }.joined()
  }

  private static func two(_ octet: UInt8) -> String {
    octet < 16 ? "0" + String(octet, radix: 16) : String(octet, radix: 16)
  }
}
