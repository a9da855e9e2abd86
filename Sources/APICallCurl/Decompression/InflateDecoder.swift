import CLibZ

/// Decodes gzip and deflate with zlib.
final class InflateDecoder: StreamDecoder {
  private(set) var place = CodedPlace.start
  private let coding: ContentCoding
  // zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ coding: ContentCoding) {
    self.coding = coding
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func decode(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionProblem) -> Int {
    if let first = input.first, place != .middle { try begin(with: first) }
    let given = UInt32(clamping: input.count)
    let room = UInt32(clamping: output.count)
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = given
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = room
    let code = inflate(stream, Z_NO_FLUSH)
    input = UnsafeRawBufferPointer(rebasing: input[Int(given - stream.pointee.avail_in)...])
    switch code {
    // The second one means that there was nothing to do.
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: place = .end
    case Z_NEED_DICT: throw .corrupt(coding, "it needs a dictionary")
    case Z_MEM_ERROR: throw .memory
    default: throw .corrupt(coding, stream.pointee.msg.map { String(cString: $0) })
    }
    return Int(room - stream.pointee.avail_out)
  }

  /// Begins the data, or the next member of gzip data.
  private func begin(with first: UInt8) throws(DecompressionProblem) {
    if place == .end {
      // A member begins with 1F (RFC 1952, section 2.3.1).
      guard coding == .gzip, first == 0x1f else { throw .surplus(coding) }
      inflateReset(stream)
    } else {
      guard zlib_shim_inflate_init(stream, windowBits(for: first)) == Z_OK else { throw .memory }
    }
    place = .middle
  }

  /// Returns zlib's number for the window and the format.
  ///
  /// The zlib format begins with a byte whose lower half is 8 (RFC 1950, section 2.2). Deflate data
  /// alone would begin like that only with a stored block whose padding is not zero.
  private func windowBits(for first: UInt8) -> CInt {
    if coding == .gzip { return 16 + MAX_WBITS }
    return first & 0x0f == 8 ? MAX_WBITS : -MAX_WBITS
  }
}
