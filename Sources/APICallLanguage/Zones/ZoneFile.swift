import APICallText

/// Reads a file of the time zone database: TZif, version 2 or newer (RFC 9636).
struct ZoneFile {
  /// Why a file cannot be read.
  struct Fault: Error, Hashable {
    /// The fault, in lower case and without a full stop.
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let short = Fault("it is incomplete")
    static let counts = Fault("its header is not valid")
  }

  /// The maximum number of bytes of a file; usual ones have less than 4,000.
  static let limit = 256 << 10
  /// The maximum number of characters of an abbreviation; usual ones have at most 6.
  static let longestAbbreviation = 32

  private var rest: ArraySlice<UInt8>

  static func rules(in bytes: [UInt8]) throws(Fault) -> ZoneRules {
    var file = ZoneFile(rest: bytes[...])
    // The first block repeats the data in 32 bits, for readers of version 1.
    let old = try file.header()
    _ = try file.take(old.length(ofTime: 4))
    let header = try file.header()
    return try file.rules(header)
  }

  static func isOfAbbreviation(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  /// The counts in a header.
  private struct Header {
    let (universalFlags, standardFlags, leapSeconds): (Int, Int, Int)
    let (transitions, types, characters): (Int, Int, Int)

    func length(ofTime size: Int) -> Int {
      transitions * (size + 1) + types * 6 + characters + leapSeconds * (size + 4) + standardFlags
        + universalFlags
    }
  }

  private mutating func header() throws(Fault) -> Header {
    guard try take(4).elementsEqual("TZif".utf8) else { throw Fault("it is not a TZif file") }
    guard try take(1).first ?? 0 >= UInt8(ascii: "2")
    else { throw Fault("it has version 1, which is too old") }
    _ = try take(15)
    var counts: [Int] = []
    for _ in 0..<6 { counts.append(try integer(size: 4)) }
    // A file is too short for larger counts; the sums cannot overflow.
    guard counts.allSatisfy({ (0...Self.limit).contains($0) }) else { throw .counts }
    return Header(
      universalFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2],
      transitions: counts[3], types: counts[4], characters: counts[5])
  }

  private mutating func rules(_ header: Header) throws(Fault) -> ZoneRules {
    guard (1...256).contains(header.types), header.characters > 0 else { throw .counts }
    guard header.length(ofTime: 8) <= rest.count else { throw .short }
    guard header.leapSeconds == 0 else { throw Fault("its times count leap seconds") }
    var transitions: [Int] = []
    for _ in 0..<header.transitions {
      let moment = try integer(size: 8)
      guard moment > transitions.last ?? .min else { throw Fault("its times are not in order") }
      transitions.append(moment)
    }
    let kinds = Array(try take(header.transitions))
    guard kinds.allSatisfy({ $0 < header.types }) else { throw Fault("it lacks an offset") }
    var types: [(seconds: Int, name: Int)] = []
    for _ in 0..<header.types {
      let seconds = try integer(size: 4)
      guard ZoneOffset.range.contains(seconds) else { throw Fault("an offset is not valid") }
      let flagAndName = Array(try take(2))
      types.append((seconds, Int(flagAndName[1])))
    }
    let names = try take(header.characters)
    var offsets: [ZoneOffset] = []
    for type in types {
      offsets.append(
        ZoneOffset(
          seconds: type.seconds, abbreviation: try Self.abbreviation(at: type.name, in: names)))
    }
    _ = try take(header.standardFlags + header.universalFlags)
    return ZoneRules(
      transitions: transitions, kinds: kinds, offsets: offsets, tail: try footer())
  }

  private static func abbreviation(
    at index: Int, in names: ArraySlice<UInt8>
  ) throws(Fault) -> String {
    let name = names.dropFirst(index).prefix { $0 != 0 }
    guard index + name.count < names.count, (1...longestAbbreviation).contains(name.count),
      name.allSatisfy(isOfAbbreviation)
    else { throw Fault("an abbreviation is not valid") }
    return String(decoding: name, as: UTF8.self)
  }

  /// The rule for later times, between two line breaks; nil if it is empty.
  private mutating func footer() throws(Fault) -> TailRule? {
    guard try take(1).first == 0x0A, let end = rest.firstIndex(of: 0x0A) else { throw .short }
    let text = rest[..<end]
    guard !text.isEmpty else { return nil }
    guard let rule = TailRule(text) else { throw Fault("its rule for later times is not valid") }
    return rule
  }

  private mutating func take(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .short }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// A signed number, with its most significant byte first.
  private mutating func integer(size: Int) throws(Fault) -> Int {
    let bytes = try take(size)
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4
      ? Int(Int32(truncatingIfNeeded: number)) : Int(Int64(truncatingIfNeeded: number))
  }
}
