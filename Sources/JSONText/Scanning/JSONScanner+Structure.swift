extension JSONScanner {
  var wanted: JSONSyntaxError.Wanted {
    switch state {
    case .firstElement: .elementOrEnd
    case .element: .element
    case .firstKey: .keyOrEnd
    case .key: .key
    case .colon: .colon
    case .afterElement: .commaOrArrayEnd
    case .afterMember: .commaOrObjectEnd
    case .end: .endOfText
    default: .value
    }
  }

  private var takesValue: Bool {
    state.rawValue >= State.value.rawValue && state.rawValue <= State.memberValue.rawValue
  }

  /// Reads white space, brackets, commas and colons, and tokens that are complete in this piece.
  mutating func scanStructure(
    _ bytes: Span<UInt8>, at start: Int, into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        if takesValue {
          isKey = false
          consumer.begin(.string, at: base + index)
        } else {
          guard state == .key || state == .firstKey else { throw unexpected(byte, at: index) }
          isKey = true
          consumer.begin(.key, at: base + index)
        }
        state = .string
        isEscaped = false
        index = try scanString(bytes, from: index, at: index + 1, into: &consumer)
        // The usual next byte is taken without the switch, which helps branch prediction.
        guard index < bytes.count else { return index }
        if state == .colon, bytes[index] == UInt8(ascii: ":") {
          state = .memberValue
          consumer.colon()
          index += 1
        } else if state == .afterMember, bytes[index] == UInt8(ascii: ",") {
          state = .key
          consumer.comma()
          index += 1
        }
        continue
      }
      switch byte {
      case UInt8(ascii: " "):
        index = bytes.endOfSpaces(from: index + 1)
      case UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        index += 1
      case UInt8(ascii: "\n"):
        index += 1
        line += 1
        lineStart = base + index
        continuations = 0
      case UInt8(ascii: ","):
        switch state {
        case .afterElement: state = .element
        case .afterMember: state = .key
        default: throw unexpected(byte, at: index)
        }
        consumer.comma()
        index += 1
      case UInt8(ascii: ":"):
        guard state == .colon else { throw unexpected(byte, at: index) }
        state = .memberValue
        consumer.colon()
        index += 1
      case UInt8(ascii: "{"):
        try open(.object, byte, at: index)
        consumer.open(.object, at: base + index)
        index += 1
      case UInt8(ascii: "["):
        try open(.array, byte, at: index)
        consumer.open(.array, at: base + index)
        index += 1
      case UInt8(ascii: "}"):
        guard state == .afterMember || state == .firstKey else {
          throw unexpected(byte, at: index)
        }
        close()
        consumer.close(.object, at: base + index)
        index += 1
      case UInt8(ascii: "]"):
        guard state == .afterElement || state == .firstElement else {
          throw unexpected(byte, at: index)
        }
        close()
        consumer.close(.array, at: base + index)
        index += 1
      default:
        guard takesValue else { throw unexpected(byte, at: index) }
        if let part = JSONNumberPart(first: byte) {
          consumer.begin(.number, at: base + index)
          state = .number
          number = part
          index = try scanNumber(bytes, from: index, at: index + 1, into: &consumer)
          guard index < bytes.count else { return index }
          if state == .afterMember, bytes[index] == UInt8(ascii: ",") {
            state = .key
            consumer.comma()
            index += 1
          }
        } else {
          try beginLiteral(byte, at: index, into: &consumer)
          index = try scanLiteral(bytes, from: index, at: index + 1, into: &consumer)
          if state == .literal { return index }
        }
      }
    }
    return index
  }

  mutating func unexpected(_ byte: UInt8, at index: Int) -> JSONSyntaxError {
    fail(.unexpected(byte, wanted: wanted), at: base + index)
  }

  private mutating func open(
    _ container: JSONContainer, _ byte: UInt8, at index: Int
  ) throws(JSONSyntaxError) {
    guard takesValue else { throw unexpected(byte, at: index) }
    guard containers.count < maxDepth else {
      throw fail(.tooDeep(limit: maxDepth), at: base + index)
    }
    containers.append(container)
    state = container == .array ? .firstElement : .firstKey
    afterValue = container == .array ? .afterElement : .afterMember
  }

  private mutating func close() {
    containers.removeLast()
    afterValue =
      switch containers.last {
      case .array: .afterElement
      case .object: .afterMember
      case nil: .end
      }
    state = afterValue
  }
}
