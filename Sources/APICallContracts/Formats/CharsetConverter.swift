package import APICallBase
import APICallText

/// Converts text that arrives in pieces to UTF-8.
///
/// A byte order mark overrides the declared encoding, and is removed.
package struct CharsetConverter {
  private var charset: Charset
  /// Whether text that is not valid in its encoding is an error.
  ///
  /// If not, it is copied, or becomes U+FFFD where it has to be converted.
  private let isStrict: Bool
  private var hasBegun = false
  /// Bytes that are not a complete character yet.
  private var held: [UInt8] = []
  private var place = TextPlace()
  private var library: LibraryConversion?

  /// The line of the next byte, counted from 1.
  package var line: Int { place.line }

  package init(_ charset: Charset, isStrict: Bool) {
    self.charset = charset
    self.isStrict = isStrict
  }

  /// Throws ``DeliveryError/malformed(_:)`` at a byte that is not valid in the encoding, and the
  /// errors of `take`.
  package mutating func convert(
    _ bytes: Span<UInt8>, _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    if held.isEmpty, hasBegun { return try read(bytes, take) }
    var text = held
    held = []
    bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    guard hasBegun || begin(&text, isComplete: false) else {
      held = text
      return
    }
    try read(text.span, take)
  }

  /// Throws ``DeliveryError/malformed(_:)`` if the text ends within a character.
  package mutating func finish(
    _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    var text = held
    held = []
    if !hasBegun {
      _ = begin(&text, isComplete: true)
      try read(text.span, take)
      text = held
    }
    if let library, text.isEmpty {
      library.finish(to: &text)
      return try take(text.span)
    }
    guard let first = text.first else { return }
    guard !isStrict else { throw place.fault(first, in: charset) }
    if isWide || library != nil { text = [0xEF, 0xBF, 0xBD] }
    try take(text.span)
  }

  private var isWide: Bool { charset == .utf16LittleEndian || charset == .utf16BigEndian }

  /// Looks for a byte order mark; false if there are too few bytes to decide.
  private mutating func begin(_ text: inout [UInt8], isComplete: Bool) -> Bool {
    let marks: [([UInt8], Charset)] = [
      ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
      ([0xFE, 0xFF], .utf16BigEndian),
    ]
    if !isComplete {
      guard !marks.contains(where: { $0.0.count > text.count && $0.0.starts(with: text) }) else {
        return false
      }
    }
    hasBegun = true
    if let (mark, found) = marks.first(where: { text.starts(with: $0.0) }) {
      charset = found
      text.removeFirst(mark.count)
    } else if charset == .utf16 {
      charset = .utf16LittleEndian
    }
    return true
  }

  private mutating func read(
    _ bytes: Span<UInt8>, _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    switch charset {
    case .utf8: try readUTF8(bytes, take)
    case .utf16, .utf16LittleEndian, .utf16BigEndian: try readUTF16(bytes, take)
    case .ascii where !isStrict: try take(bytes)
    case .latin1, .windows1252, .ascii: try readSingle(bytes, take)
    default: try readByLibrary(bytes, take)
    }
  }

  private mutating func readByLibrary(
    _ bytes: Span<UInt8>, _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    if library == nil { library = charset.nameInLibrary.flatMap { LibraryConversion(from: $0) } }
    guard let library else {
      guard isStrict else { return try take(bytes) }
      throw .unreadable(charset)
    }
    var start = 0
    while start < bytes.count {
      var text: [UInt8] = []
      let (count, end) = library.convert(bytes.extracting(start...), to: &text)
      try take(text.span)
      place.pass(count, of: text)
      start += count
      guard end == .invalid || end == .incomplete && bytes.count - start > Self.longestCharacter
      else { break }
      if isStrict { throw place.fault(bytes[start], in: charset) }
      try take(Self.replacement.span)
      start += 1
    }
    bytes.extracting(start...).withUnsafeBufferPointer { held.append(contentsOf: $0) }
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
  /// The number of bytes that no character or shift of a state exceeds.
  private static let longestCharacter = 16

  private mutating func readUTF8(
    _ bytes: Span<UInt8>, _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    guard isStrict else { return try take(bytes) }
    let complete = bytes.count - bytes.countOfIncompleteSuffix
    let text = bytes.extracting(first: complete)
    var fault: Int?
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text)
    } catch {
      fault = error.byteOffsets.lowerBound
    }
    if let fault {
      try take(text.extracting(first: fault))
      place.pass(text.extracting(first: fault))
      throw place.fault(text[fault], in: charset)
    }
    try take(text)
    place.pass(text)
    bytes.extracting(complete...).withUnsafeBufferPointer { held.append(contentsOf: $0) }
  }

  private mutating func readSingle(
    _ bytes: Span<UInt8>, _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x80 {
        text.append(byte)
      } else if charset == .ascii {
        try take(text.span)
        place.pass(bytes.extracting(first: index))
        throw place.fault(byte, in: charset)
      } else {
        text.append(contentsOf: UTF8.encode(charset.scalar(of: byte)) ?? .init())
      }
    }
    try take(text.span)
    place.pass(bytes)
  }

  private mutating func readUTF16(
    _ bytes: Span<UInt8>, _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    let (low, high) = charset == .utf16BigEndian ? (1, 0) : (0, 1)
    func unit(_ index: Int) -> UInt16 {
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index + 2 <= bytes.count {
      let first = unit(index)
      if let scalar = Unicode.Scalar(first) {
        text.append(contentsOf: UTF8.encode(scalar) ?? .init())
        index += 2
        continue
      }
      let isLeading = first < 0xDC00
      if isLeading, index + 4 > bytes.count { break }
      if isLeading, UTF16.isTrailSurrogate(unit(index + 2)) {
        let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit(index + 2) & 0x3FF))
        if let scalar = Unicode.Scalar(value) {
          text.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
        index += 4
        continue
      }
      if isStrict {
        try take(text.span)
        place.pass(bytes.extracting(first: index))
        throw place.fault(bytes[index + high], in: charset)
      }
      text += [0xEF, 0xBF, 0xBD]
      index += 2
    }
    try take(text.span)
    place.pass(bytes.extracting(first: index))
    bytes.extracting(index...).withUnsafeBufferPointer { held.append(contentsOf: $0) }
  }
}

extension DeliveryError {
  /// The error of a charset that the C library of this machine lacks.
  package static func unreadable(_ charset: Charset) -> DeliveryError {
    .malformed(
      "the C library of this machine does not read \(charset.rawValue)",
      hint: "install its modules: libc-gconv-modules-extra (Debian) or glibc-gconv-extra (Fedora)")
  }
}

/// The position in a text, for messages.
private struct TextPlace {
  private var count = 0
  private(set) var line = 1

  /// Passes bytes whose line breaks are those of their text.
  mutating func pass(_ bytes: Int, of text: [UInt8]) {
    count += bytes
    for byte in text where byte == 0x0A { line += 1 }
  }

  mutating func pass(_ bytes: Span<UInt8>) {
    count += bytes.count
    bytes.withUnsafeBufferPointer { bytes in
      var breaks = 0
      for byte in bytes where byte == 0x0A { breaks &+= 1 }
      line += breaks
    }
  }

  func fault(_ byte: UInt8, in charset: Charset) -> DeliveryError {
    let digits = String(byte, radix: 16)
    let name = charset.rawValue.uppercased()
    return .malformed(
      "line \(line): the byte 0x\(digits.count == 1 ? "0" : "")\(digits), number \(count + 1) of "
        + "the text, is not \(name)")
  }
}
