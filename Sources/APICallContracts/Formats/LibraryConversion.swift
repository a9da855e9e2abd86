import Glibc

/// A conversion to UTF-8 by the C library: iconv(3).
///
/// The library loads a module for each charset from its folder `gconv`, also for a program whose
/// other libraries are linked statically.
final class LibraryConversion {
  /// Why a conversion has stopped.
  enum End {
    /// Everything was read.
    case complete
    /// The rest is the beginning of a character.
    case incomplete
    /// The next byte is not valid.
    case invalid
  }

  private let handle: iconv_t
  private var piece = [UInt8](repeating: 0, count: 16 << 10)

  /// Creates a conversion; nil if the library of this machine does not have the charset.
  init?(from name: String) {
    guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1)
    else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Appends the text of as many bytes as possible; returns their number.
  func convert(_ bytes: Span<UInt8>, to text: inout [UInt8]) -> (count: Int, end: End) {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { input in
        // The library reads the input only.
        var next = UnsafeMutablePointer(mutating: input.baseAddress)
        var left = input.count
        while true {
          let before = left
          let (code, written) = append(&next, &left, to: &text)
          switch code {
          case 0: return (input.count - left, .complete)
          case EINVAL: return (input.count - left, .incomplete)
          // A conversion that does not get on would never end.
          case E2BIG where left < before || written > 0: continue
          default: return (input.count - left, .invalid)
          }
        }
      }
    }
  }

  /// Appends what the library still holds at the end of a text.
  func finish(to text: inout [UInt8]) {
    var (none, nothing): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    _ = append(&none, &nothing, to: &text)
  }

  /// Converts once; returns the error, or 0, and the number of bytes that were written.
  private func append(
    _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, to text: inout [UInt8]
  ) -> (code: CInt, written: Int) {
    var code: CInt = 0
    let room = piece.count
    let unused = piece.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        var (place, unused) = (buffer.baseAddress, room)
        if iconv(handle, &next, &left, &place, &unused) == -1 { code = errno }
        return unused
      }
    }
    text += piece[..<(room - unused)]
    return (code, room - unused)
  }
}
