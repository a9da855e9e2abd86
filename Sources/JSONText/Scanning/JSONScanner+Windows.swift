import CJSONScan

extension JSONScanner {
  /// Reads a piece in windows where that is possible.
  mutating func readWindows(
    _ bytes: Span<UInt8>, into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) {
    let masks = JSONMasks()
    var index = 0
    while index < bytes.count {
      var end = bytes.count
      if end - index >= windows.least {
        let start = place
        let longest = Int(start == nil ? APICALL_JSON_BLOCK : APICALL_JSON_WINDOW)
        end = min(index + longest, end)
        if let start {
          let piece = bytes.extracting(index..<end)
          let read = readWindow(piece, from: start, masks, into: &consumer)
          index += read
          if read > 0 { continue }
        }
      }
      try readBytes(bytes.extracting(index..<end), into: &consumer)
      index = end
    }
  }

  /// The place for a window to begin at; nil within a token, and outside of all brackets.
  private var place: apicall_json_place? {
    guard 1...Int(APICALL_JSON_DEPTH) ~= containers.count else { return nil }
    var place = apicall_json_place()
    switch state {
    case .element, .memberValue: break
    case .firstElement: place.after_opening = true
    case .firstKey:
      place.after_opening = true
      place.before_key = true
    case .key: place.before_key = true
    case .afterElement, .afterMember: place.after_value = true
    case .colon:
      place.after_value = true
      place.after_key = true
    case .string where stringPart == .plain:
      place.in_string = true
      place.after_value = true
      place.after_key = isKey
      place.has_escapes = isEscaped
    default: return nil
    }
    return place
  }

  /// Reads a window.
  ///
  /// Returns the number of bytes read; 0 if they contain an error, or for another reason have to be
  /// read one by one.
  private mutating func readWindow(
    _ bytes: Span<UInt8>, from start: apicall_json_place, _ masks: borrowing JSONMasks,
    into consumer: inout some JSONConsumer & ~Copyable
  ) -> Int {
    var window = apicall_json_window()
    window.place = start
    window.nesting = containers.reduce(1) { $0 << 1 | ($1 == .object ? 1 : 0) }
    window.limit = UInt32(clamping: min(maxDepth, Int(APICALL_JSON_DEPTH)))
    window.tokens = masks.tokens
    window.keys = masks.keys
    window.escapes = masks.escapes
    let isValid = bytes.withUnsafeBufferPointer { bytes in
      let count = bytes.count & ~Int(APICALL_JSON_BLOCK - 1)
      return bytes.baseAddress.map { apicall_json_read(&window, $0, count, windows.code) } ?? false
    }
    guard isValid else { return 0 }
    let read = Int(window.read)
    let found = JSONWindow(window, startsInString: state == .string)
    if !consumer.take(found, of: bytes) {
      pass(bytes.extracting(first: read), masks, window, to: &consumer)
    }
    if window.lines > 0 {
      line += Int(window.lines)
      lineStart = base + Int(window.line_start)
      continuations = 0
    }
    continuations += Int(window.continuations)
    base += read
    resume(after: window)
    return read
  }

  /// Passes on the tokens of a window, which is valid.
  private mutating func pass(
    _ bytes: Span<UInt8>, _ masks: borrowing JSONMasks, _ window: apicall_json_window,
    to consumer: inout some JSONConsumer & ~Copyable
  ) {
    let base = base
    // The start of a scalar whose end is not known.
    var start = state == .string ? 0 : -1
    for index in 0..<(bytes.count &+ 63) / 64 {
      var tokens = masks.tokens[index]
      let keys = masks.keys[index]
      while tokens != 0 {
        let bit = tokens.trailingZeroBitCount
        tokens &= tokens &- 1
        // The bits are of bytes that were read.
        let place = index &* 64 &+ bit
        if start >= 0 {
          end(bytes.extracting(unchecked: start..<place), at: start, base, masks, &consumer)
        }
        start = -1
        switch bytes[unchecked: place] {
        case UInt8(ascii: ","): consumer.comma()
        case UInt8(ascii: ":"): consumer.colon()
        case UInt8(ascii: "{"): consumer.open(.object, at: base &+ place)
        case UInt8(ascii: "["): consumer.open(.array, at: base &+ place)
        case UInt8(ascii: "}"): consumer.close(.object, at: base &+ place)
        case UInt8(ascii: "]"): consumer.close(.array, at: base &+ place)
        case let byte:
          start = place
          let scalar: JSONScalar =
            switch byte {
            case UInt8(ascii: "\""): keys &>> UInt64(bit) & 1 == 1 ? .key : .string
            case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
            case UInt8(ascii: "n"): .null
            default: .number
            }
          consumer.begin(scalar, at: base &+ place)
        }
      }
    }
    guard start >= 0 else { return }
    let rest = bytes.extracting(start..<bytes.count)
    if window.place.in_string {
      consumer.append(rest)
    } else {
      end(rest, at: start, base, masks, &consumer)
    }
  }

  /// Passes on a scalar, which white space may follow.
  @inline(__always)
  private func end(
    _ bytes: Span<UInt8>, at start: Int, _ base: Int, _ masks: borrowing JSONMasks,
    _ consumer: inout some JSONConsumer & ~Copyable
  ) {
    var count = bytes.count
    while count > 1, bytes[unchecked: count &- 1] <= 0x20 { count &-= 1 }
    let last = start &+ count &- 1
    let isEscaped = masks.escapes[last / 64] &>> UInt64(last % 64) & 1 == 1
    consumer.append(bytes.extracting(unchecked: 0..<count))
    consumer.endScalar(at: base &+ last &+ 1, isEscaped: isEscaped)
  }

  /// Takes over the state at the end of a window.
  private mutating func resume(after window: apicall_json_window) {
    let depth = 63 - window.nesting.leadingZeroBitCount
    containers.removeAll(keepingCapacity: true)
    for level in (0..<depth).reversed() {
      containers.append(window.nesting >> UInt64(level) & 1 == 1 ? .object : .array)
    }
    guard let container = containers.last else {
      afterValue = .end
      state = .end
      return
    }
    let isArray = container == .array
    afterValue = isArray ? .afterElement : .afterMember
    let place = window.place
    isKey = place.after_key
    isEscaped = place.has_escapes
    if place.in_string {
      state = .string
    } else if place.after_value {
      state = place.after_key ? .colon : afterValue
    } else if place.before_key {
      state = place.after_opening ? .firstKey : .key
    } else if place.after_opening {
      state = .firstElement
    } else {
      state = isArray ? .element : .memberValue
    }
  }
}
