/// Makes text safe for a terminal: control characters, and those that reorder or hide text, become
/// escapes, so that text from a server or a file stays data.
package enum TerminalText {
  /// Escapes characters that could control a terminal.
  ///
  /// Tabs and line breaks (LF and CR LF) are kept.
  ///
  /// Returns the text with C0, DEL and C1 controls as `\x1b` and bidirectional and invisible format
  /// characters as `\u{202e}`.
  package static func escaping(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let isLineBreak = scalar == "\r" && scalars[index...].dropFirst().first == "\n"
      if isUnsafe(scalar), !isLineBreak {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Escapes characters that could control a terminal or end the line.
  ///
  /// Returns the text on one line.
  package static func escapingLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || isUnsafe(scalar) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Makes text safe as a line of output, or as a part of one: the names of files, keys and steps,
  /// and all other text that others chose.
  ///
  /// Characters that could control a terminal or end the line become escapes, and so do the
  /// commands of CI services.
  package static func line(_ text: String, isStart: Bool = true) -> String {
    escapingCommands(escapingLine(text), isStart: isStart)
  }

  /// Escapes what CI services obey in the output of a program: a line that begins with `::`, also
  /// after blanks, and `##[` or `##word[` anywhere.
  ///
  /// GitHub Actions, Azure Pipelines and TeamCity read such lines as commands.
  ///
  /// Returns the text with `\x3a` and `\x23` in place of the first character of each.
  package static func escapingCommands(_ text: String, isStart: Bool = true) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else {
      return text
    }
    var result = String.UnicodeScalarView()
    var isAtBegin = isStart
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let next = scalars[index...].dropFirst()
      if scalar == ":", isAtBegin, next.first == ":" {
        result.append(contentsOf: #"\x3a"#.unicodeScalars)
      } else if scalar == "#", next.first == "#",
        next.dropFirst().first(where: { !$0.properties.isAlphabetic }) == "["
      {
        result.append(contentsOf: #"\x23"#.unicodeScalars)
      } else {
        result.append(scalar)
      }
      let isBreak = scalar == "\n" || scalar == "\r"
      isAtBegin = isBreak || isAtBegin && scalar.properties.isWhitespace
    }
    return String(result)
  }

  /// Escapes the characters that could control a terminal, as JSON does, so that a copy of the
  /// output is the same value.
  ///
  /// Apart from the white space of line breaks, such characters occur only in strings.
  package static func escaping(json: [UInt8]) -> [UInt8] {
    let text = String(decoding: json, as: UTF8.self)
    let isEscaped = { (scalar: Unicode.Scalar) in scalar != "\r" && isUnsafe(scalar) }
    guard text.unicodeScalars.contains(where: isEscaped) else { return json }
    var escaped: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) {
        // All of these are at most U+FFFF.
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
      } else {
        escaped += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return escaped
  }

  /// Returns whether a character could control a terminal or deceive its reader.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F: true
    // Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9), line
    // separators and invisible characters, but not the joiners that scripts and emoji need.
    case 0x061C, 0x200B, 0x200E, 0x200F, 0x180E, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      true
    default: false
    }
  }

  package static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    if scalar.value > 0xFF { return "\\u{\(digits)}" }
    return digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
  }
}

/// Formats rows of cells as lines of text.
package enum TextColumns {
  /// Aligns the cells in columns: each is as wide as its widest cell, with two spaces between.
  ///
  /// The lines are safe, as those of ``TerminalText/line(_:isStart:)``.
  ///
  /// Returns the lines, without line breaks and trailing spaces.
  package static func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { row in row.map { TerminalText.escapingLine($0) } }
    // The last column may be long, and needs no padding.
    let widths = (rows.first ?? []).indices.dropLast().map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line =
        zip(row, widths).map { cell, width in
          cell + String(repeating: " ", count: width - cell.count + 2)
        }.joined() + (row.last ?? "")
      while line.hasSuffix(" ") { line.removeLast() }
      return TerminalText.escapingCommands(line)
    }
  }
}

/// Joins words into a phrase.
package enum WordList {
  /// Joins words with commas, and with `or` before the last one.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
