import CLibCurl

/// Easy handles that wait for another transfer: making one costs more than a small exchange.
///
/// What is given back is as new (curl_easy_reset(3)) but for what libcurl keeps of TLS sessions, which
/// it tells apart by host and by all settings of TLS. It is used on the loop's thread alone.
final class HandlePool {
  /// The most that wait; a loop seldom has more of them at a time.
  private static let most = 64

  private var idle: [UnsafeMutableRawPointer] = []

  deinit {
    for easy in idle { curl_easy_cleanup(easy) }
  }

  /// Hands a handle out, all of whose options are as libcurl sets them; nil where there is no memory
  /// for one.
  func take() -> UnsafeMutableRawPointer? { idle.popLast() ?? curl_easy_init() }

  /// Takes a handle that has left its multi handle.
  ///
  /// - Parameters:
  ///   - easy: the handle.
  ///   - isReusable: whether another transfer may have it.
  func give(back easy: UnsafeMutableRawPointer, isReusable: Bool) {
    guard isReusable, idle.count < Self.most else { return curl_easy_cleanup(easy) }
    // At once: what its options point to goes with the transfer.
    curl_easy_reset(easy)
    idle.append(easy)
  }
}
