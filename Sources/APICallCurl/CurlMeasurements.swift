import APICallHTTP
import CLibCurl

/// What libcurl measured of a transfer (curl_easy_getinfo(3)); it may be asked once the handle has
/// left the multi handle, however the transfer ended.
struct CurlMeasurements {
  /// The handle.
  let easy: UnsafeMutableRawPointer

  /// Where the time went.
  ///
  /// - Parameters:
  ///   - hasConnected: whether a connection stood.
  ///   - firstOctet: when the answer began; libcurl's own time for that,
  ///   `CURLINFO_STARTTRANSFER_TIME_T`, is that of the first octet of either direction.
  /// - Returns: the times that are known.
  func timings(hasConnected: Bool, firstOctet: Duration?) -> Timings {
    var timings = Timings()
    var made = 0
    curl_shim_get_long(easy, CURLINFO_NUM_CONNECTS, &made)
    // On a connection that was kept, libcurl tells when it took it up.
    if made > 0 || !hasConnected {
      timings.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
      timings.connect = time(CURLINFO_CONNECT_TIME_T)
      timings.tls = time(CURLINFO_APPCONNECT_TIME_T)
    }
    timings.total = time(CURLINFO_TOTAL_TIME_T)
    timings.firstOctet = firstOctet.map { min($0, timings.total ?? $0) }
    return timings
  }

  /// How many octets of the answer's body have come over the wire (`CURLINFO_SIZE_DOWNLOAD_T`).
  var received: Int64 { number(CURLINFO_SIZE_DOWNLOAD_T) ?? 0 }

  /// How much went out and came in, and how much there was; nothing to move is as good as unknown,
  /// as it is while the transfer lasts.
  var progress: TransferProgress {
    TransferProgress(
      sent: number(CURLINFO_SIZE_UPLOAD_T) ?? 0, toSend: size(CURLINFO_CONTENT_LENGTH_UPLOAD_T),
      received: received,
      toReceive: size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))
  }

  /// A time in microseconds; 0 is one that was not reached.
  private func time(_ info: CURLINFO) -> Duration? {
    number(info).flatMap { $0 == 0 ? nil : .microseconds($0) }
  }

  private func size(_ info: CURLINFO) -> Int64? {
    number(info).flatMap { $0 > 0 ? $0 : nil }
  }

  /// A number; -1 is one that is not known.
  private func number(_ info: CURLINFO) -> Int64? {
    var value: curl_off_t = -1
    guard curl_shim_get_large(easy, info, &value) == CURLE_OK, value >= 0 else { return nil }
    return Int64(value)
  }
}
