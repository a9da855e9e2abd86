import CLibBrotli

/// Decodes Brotli, whose window has at most 16 MiB.
final class BrotliDecoder: StreamDecoder {
  private(set) var place = CodedPlace.start
  private let state: OpaquePointer

  init() throws(DecompressionProblem) {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { throw .memory }
    self.state = state
  }

  deinit { BrotliDecoderDestroyInstance(state) }

  func decode(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionProblem) -> Int {
    guard place != .end else { throw .surplus(.br) }
    place = .middle
    var nextIn = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var left = input.count
    var nextOut = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var room = output.count
    let result = BrotliDecoderDecompressStream(state, &left, &nextIn, &room, &nextOut, nil)
    input = UnsafeRawBufferPointer(rebasing: input[(input.count - left)...])
    if result == BROTLI_DECODER_RESULT_ERROR {
      // The library's names of the other errors mean nothing to users.
      let isOfMemory =
        BrotliDecoderGetErrorCode(state).rawValue
        <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES.rawValue
      throw isOfMemory ? .memory : .corrupt(.br, nil)
    }
    if result == BROTLI_DECODER_RESULT_SUCCESS { place = .end }
    return output.count - room
  }
}
