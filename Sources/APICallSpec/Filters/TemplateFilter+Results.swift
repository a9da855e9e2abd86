import APICallBase
import APICallHTTP
import JSONText

/// Why a filter has no result.
enum FilterRefusal: Error {
  /// The value has another type than these words describe; the second text describes the value, if
  /// its type is not enough.
  case takes(String, got: String? = nil)
  /// The argument has another type than these words describe.
  case takesArgument(String)
  /// The argument has the right type but an invalid value.
  case badArgument(PlaceholderFault)
  /// The result is too long.
  case tooMuch
  /// The machine cannot compute the result.
  case unavailable
  /// A file cannot be read.
  case unreadable(InputFile, FileError)
}

extension TemplateFilter {
  /// Filters a value.
  ///
  /// - Parameters:
  ///   - value: the value before the `|`.
  ///   - argument: the value between the parentheses.
  ///   - scope: the source of digests.
  /// - Returns: the result.
  /// - Throws: why there is no result.
  func result(
    of value: Value, with argument: Value?, in scope: Scope
  ) throws(FilterRefusal) -> Value {
    switch self {
    case .base64: .text(Base64.encode(try value.filterBytes(in: scope)))
    case .base64url: .text(Base64.encode(try value.filterBytes(in: scope), with: .url))
    case .hex: .text(Hexadecimal.encode(try value.filterBytes(in: scope)))
    case .urlencode:
      .text(
        String(
          decoding: PercentEncoding.encode(try value.filterBytes(in: scope), for: .value),
          as: UTF8.self))
    case .json: .text(try value.compactJSON())
    case .upper: .text(try value.filterText().uppercased())
    case .lower: .text(try value.filterText().lowercased())
    case .trim: .text(try value.filterText().trimmed)
    case .number: try value.filterNumber()
    case .bool: try value.filterBoolean()
    case .first, .last: try value.filterEnd(isFirst: self == .first)
    case .join: .text(try value.joined(by: argument, in: scope))
    case .sha256: try digest(scope.world?.digests.sha256(try value.filterBytes(in: scope)))
    case .hmacSHA256:
      try digest(
        scope.world?.digests.hmacSHA256(
          try value.filterBytes(in: scope), try Self.key(argument, in: scope)))
    case .date: try value.filterDate(argument)
    case .defaultValue: value
    }
  }

  private func digest(_ bytes: [UInt8]?) throws(FilterRefusal) -> Value {
    guard let bytes else { throw .unavailable }
    return .bytes(bytes)
  }

  private static func key(_ argument: Value?, in scope: Scope) throws(FilterRefusal) -> [UInt8] {
    do {
      return try (argument ?? .bytes([])).filterBytes(in: scope)
    } catch {
      guard case .unreadable = error else { throw .takesArgument("text or bytes") }
      throw error
    }
  }
}

extension Value {
  /// The bytes of a value: UTF-8 for text, a number, true or false; the content of a file.
  fileprivate func filterBytes(in scope: Scope) throws(FilterRefusal) -> [UInt8] {
    if case .bytes(let bytes) = self { return bytes }
    if case .file(let file) = self {
      guard let files = scope.world?.files else { throw .unavailable }
      let isInput = file.path == BodyFile.standardInput
      // Opening a pipe waits for a writer.
      guard isInput || files.status(of: file.path)?.kind != .other
      else { throw .unreadable(file, .other("it is a device, a pipe or a socket")) }
      do {
        return try file.read(in: files, limit: BufferedBytes.limit)
      } catch {
        throw .unreadable(file, error)
      }
    }
    guard let plainText else { throw .takes("text or bytes") }
    return Array(plainText.utf8)
  }

  fileprivate func filterText() throws(FilterRefusal) -> String {
    guard let plainText else { throw .takes("text") }
    return plainText
  }

  /// The value as JSON without white space.
  fileprivate func compactJSON() throws(FilterRefusal) -> String {
    guard case .json = self else {
      guard case .text = self else { throw .takes("text, numbers, lists and maps") }
      return String(decoding: jsonText, as: UTF8.self)
    }
    var compact: [UInt8] = []
    var compactor = JSONCompactor()
    do {
      try compactor.push(jsonText.span, into: &compact)
      try compactor.finish(into: &compact)
    } catch {
      compact = jsonText
    }
    return String(decoding: compact, as: UTF8.self)
  }

  fileprivate func filterNumber() throws(FilterRefusal) -> Value {
    if case .json(let json) = self, json.kind == .number { return self }
    guard case .text(let text) = self, JSONWriter.isNumber(text)
    else { throw .takes("a JSON number") }
    return .number(text)
  }

  fileprivate func filterBoolean() throws(FilterRefusal) -> Value {
    if case .json(let json) = self, json.kind == .boolean { return self }
    guard case .text(let text) = self, text == "true" || text == "false",
      let boolean = try? Value(json: text)
    else { throw .takes("true or false") }
    return boolean
  }

  /// The first or the last item; null if the list is empty.
  fileprivate func filterEnd(isFirst: Bool) throws(FilterRefusal) -> Value {
    guard case .json(let json) = self, json.kind == .array else { throw .takes("a list") }
    guard json.count > 0, let item = item(isFirst ? 0 : json.count - 1) else { return .null }
    return item
  }

  fileprivate func joined(by separator: Value?, in scope: Scope) throws(FilterRefusal) -> String {
    guard let separator = separator?.plainText else { throw .takesArgument("text") }
    guard case .json(let json) = self, json.kind == .array else { throw .takes("a list") }
    guard scope.allowance.take(separator.utf8.count, times: json.count) else { throw .tooMuch }
    var texts: [String] = []
    for element in json.elements {
      let item = Value(element)
      guard let text = item.plainText else {
        throw .takes("a list of text and numbers", got: "one that contains \(item.typeName)")
      }
      texts.append(text)
    }
    return texts.joined(separator: separator)
  }

  fileprivate func filterDate(_ argument: Value?) throws(FilterRefusal) -> Value {
    guard let text = argument?.plainText else { throw .takesArgument("text") }
    let format: DateFormat
    do { format = try DateFormat(text) } catch { throw .badArgument(error) }
    let moment: Timestamp? =
      switch self {
      case .text(let text): Timestamp(iso8601: text)
      case .json(let json): json.kind == .number ? Timestamp(decimal: json.text) : nil
      case .bytes, .file: nil
      }
    guard let moment, let date = CalendarDate(moment)
    else { throw .takes("a number of seconds or a time such as 2026-01-31T12:00:00Z") }
    return format.value(of: date)
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
