import CJSONScan

/// How a scanner reads long pieces: in windows, of which every byte is checked at the same time.
///
/// A window that contains an error is read again byte by byte, so that errors do not depend on it.
package struct JSONWindows: Sendable {
  /// The code that reads windows.
  package enum Path: Sendable, CaseIterable {
    case portable, sse2, avx2

    /// Whether this processor can run it.
    package var isSupported: Bool { apicall_json_has(code) }

    fileprivate var code: apicall_json_path {
      switch self {
      case .portable: APICALL_JSON_PORTABLE
      case .sse2: APICALL_JSON_SSE2
      case .avx2: APICALL_JSON_AVX2
      }
    }
  }

  /// The shortest piece that is read in windows.
  let least: Int
  let code: apicall_json_path

  /// Creates the fastest reader that this processor can run.
  package init() {
    // The bytes of a shorter piece are read faster than a window can be prepared; without
    // instructions for vectors, those of any piece are.
    least = apicall_json_has(APICALL_JSON_SSE2) ? 512 : .max
    code = APICALL_JSON_BEST
  }

  /// Creates a reader for tests: on one path, or byte by byte, and of short pieces, too.
  package init(_ path: Path?) {
    least = path == nil ? .max : Int(APICALL_JSON_BLOCK)
    code = path?.code ?? APICALL_JSON_BEST
  }
}

/// What was found in a window without errors.
package struct JSONWindow {
  var found: apicall_json_window
  /// Whether a string continues in it.
  let startsInString: Bool

  init(_ found: apicall_json_window, startsInString: Bool) {
    self.found = found
    self.startsInString = startsInString
  }

  /// The number of open arrays and objects at its end.
  var depth: Int { Self.depth(of: found.nesting) }
  /// The smallest number of them in it.
  var leastDepth: Int { Self.depth(of: found.shallowest) }

  private static func depth(of nesting: UInt64) -> Int { 63 - nesting.leadingZeroBitCount }
}

/// The masks of a window.
struct JSONMasks: ~Copyable {
  let tokens: UnsafeMutablePointer<UInt64>
  let keys: UnsafeMutablePointer<UInt64>
  let escapes: UnsafeMutablePointer<UInt64>

  init() {
    let count = Int(APICALL_JSON_WINDOW / APICALL_JSON_BLOCK)
    tokens = .allocate(capacity: 3 * count)
    keys = tokens + count
    escapes = keys + count
  }

  deinit { tokens.deallocate() }
}
