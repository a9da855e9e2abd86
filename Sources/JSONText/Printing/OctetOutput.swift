/// Octets on their way into an array, through a block of memory.
///
/// The pieces of JSON are short. Growing an array by each costs more than copying them does, so they
/// go into the block, and are handed on together. It lives during one call of `withOutput` only,
/// and no octet is written before `makeRoom` has said that it fits.
struct OctetOutput: ~Copyable {
  private static let capacity = 16384

  private var octets: [UInt8] = []
  private let block: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// How many octets there are so far.
  var position: Int { octets.count &+ count }

  /// Creates an output that appends to an array, which is empty until `finish`.
  init(appendingTo octets: inout [UInt8]) {
    block = .allocate(capacity: Self.capacity)
    swap(&self.octets, &octets)
  }

  deinit {
    block.deallocate()
  }

  /// Gives the array back with all that was appended.
  mutating func finish(_ octets: inout [UInt8]) {
    flush()
    swap(&self.octets, &octets)
  }

  /// Appends one octet.
  @inline(__always)
  mutating func append(_ octet: UInt8) {
    if count == Self.capacity { flush() }
    block[count] = octet
    count &+= 1
  }

  /// Appends a copy of a span.
  @inline(__always)
  mutating func append(span: Span<UInt8>) {
    let length = span.count
    guard makeRoom(for: length) else { return octets.append(span: span) }
    let target = block + count
    span.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      target.update(from: source, count: length)
    }
    count &+= length
  }

  /// Appends a line break and spaces.
  @inline(__always)
  mutating func appendLine(indentedBy spaces: Int) {
    append(UInt8(ascii: "\n"))
    // Whole words are written, up to seven octets more than are wanted.
    guard makeRoom(for: spaces &+ 8) else {
      return octets.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
    }
    let target = UnsafeMutableRawPointer(block + count)
    var written = 0
    while written < spaces {
      target.storeBytes(of: 0x2020_2020_2020_2020, toByteOffset: written, as: UInt64.self)
      written &+= 8
    }
    count &+= spaces
  }

  /// Says whether so many octets fit into the block, once it has been emptied if need be.
  @inline(__always)
  private mutating func makeRoom(for length: Int) -> Bool {
    if length <= Self.capacity &- count { return true }
    flush()
    return length <= Self.capacity
  }

  @inline(never)
  private mutating func flush() {
    octets.append(contentsOf: UnsafeBufferPointer(start: block, count: count))
    count = 0
  }
}
