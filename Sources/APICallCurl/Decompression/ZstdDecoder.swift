import CLibZstd

/// Decodes Zstandard.
final class ZstdDecoder: StreamDecoder {
  /// The binary logarithm of the largest window: 8 MiB, which no encoder may exceed in HTTP (RFC
  /// 9659, section 3).
  private static let windowLog: CInt = 23

  private(set) var place = CodedPlace.start
  /// Whether a frame has ended.
  private var hasFrame = false
  private let context: OpaquePointer

  init() throws(DecompressionProblem) {
    guard let context = ZSTD_createDCtx() else { throw .memory }
    self.context = context
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
  }

  deinit { ZSTD_freeDCtx(context) }

  func decode(
    _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionProblem) -> Int {
    let startsFrame = place != .middle
    place = .middle
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(context, &target, &source)
    if ZSTD_isError(result) != 0 { throw problem(result, startsFrame: startsFrame) }
    input = UnsafeRawBufferPointer(rebasing: input[source.pos...])
    if result == 0 {
      place = .end
      hasFrame = true
    }
    return target.pos
  }

  private func problem(_ result: Int, startsFrame: Bool) -> DecompressionProblem {
    switch ZSTD_getErrorCode(result) {
    case ZSTD_error_memory_allocation: .memory
    case ZSTD_error_frameParameter_windowTooLarge: .window(.zstd, limit: 1 << Self.windowLog)
    // What does not begin like a frame is no part of the data.
    case ZSTD_error_prefix_unknown where hasFrame: .surplus(.zstd)
    default: .corrupt(.zstd, String(cString: ZSTD_getErrorName(result)).lowercased())
    }
  }
}
