/// Bytes on their way into an array, through a block of memory.
///
/// Pieces of JSON are short, and growing an array by each costs more than copying them. They are
/// collected in the block and appended together. The block lives only until `finish`, and no byte is written before `makeRoom` has reserved space for it.
struct ByteOutput: ~Copyable {
  private let capacity: Int
  private var bytes: [UInt8] = []
  private let block: UnsafeMutablePointer<UInt8>
  private var count = 0

  var position: Int { bytes.count &+ count }

  /// Creates an output that appends to an array, which is empty until `finish`.
  ///
  /// `bound` is the number of bytes that are probably written at most: a large block takes longer
  /// to allocate than a short text to write.
  init(appendingTo bytes: inout [UInt8], bound: Int = .max) {
    capacity = min(max(bound, 64), 32768)
    block = .allocate(capacity: capacity)
    swap(&self.bytes, &bytes)
  }

  deinit {
    block.deallocate()
  }

  mutating func finish(_ bytes: inout [UInt8]) {
    flush()
    swap(&self.bytes, &bytes)
  }

  /// The position of the first byte in the block.
  var flushed: Int { bytes.count }

  /// Passes on the block and the number of its bytes in use, and empties it unless the work is done.
  mutating func fill(_ work: (UnsafeMutableBufferPointer<UInt8>, inout Int) -> Bool) -> Bool {
    let isDone = work(UnsafeMutableBufferPointer(start: block, count: capacity), &count)
    if !isDone { flush() }
    return isDone
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { flush() }
    block[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(span: Span<UInt8>) {
    let length = span.count
    guard makeRoom(for: length) else { return bytes.append(span: span) }
    let target = block + count
    span.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      // Most pieces are short, and a call of memcpy takes longer than they do.
      guard length <= 16 else { return target.update(from: source, count: length) }
      let from = UnsafeRawPointer(source)
      let to = UnsafeMutableRawPointer(target)
      if length >= 8 {
        Self.copy(UInt64.self, from, to, upTo: length)
      } else if length >= 4 {
        Self.copy(UInt32.self, from, to, upTo: length)
      } else {
        for index in 0..<length { target[index] = source[index] }
      }
    }
    count &+= length
  }

  /// Copies the first word and the last one, which may overlap.
  @inline(__always)
  private static func copy<Word: FixedWidthInteger>(
    _ word: Word.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, upTo end: Int
  ) {
    let last = end &- MemoryLayout<Word>.size
    let first = from.loadUnaligned(as: Word.self)
    to.storeBytes(
      of: from.loadUnaligned(fromByteOffset: last, as: Word.self), toByteOffset: last, as: Word.self
    )
    to.storeBytes(of: first, as: Word.self)
  }

  @inline(__always)
  mutating func appendLine(indentedBy spaces: Int) {
    append(UInt8(ascii: "\n"))
    // Whole words are written, up to seven bytes more than needed.
    guard makeRoom(for: spaces &+ 8) else {
      return bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
    }
    let target = UnsafeMutableRawPointer(block + count)
    var written = 0
    while written < spaces {
      target.storeBytes(of: 0x2020_2020_2020_2020, toByteOffset: written, as: UInt64.self)
      written &+= 8
    }
    count &+= spaces
  }

  /// Returns whether this many bytes fit into the block, after emptying it if necessary.
  @inline(__always)
  private mutating func makeRoom(for length: Int) -> Bool {
    if length <= capacity &- count { return true }
    flush()
    return length <= capacity
  }

  @inline(never)
  private mutating func flush() {
    bytes.append(contentsOf: UnsafeBufferPointer(start: block, count: count))
    count = 0
  }
}
