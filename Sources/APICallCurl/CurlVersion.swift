import CLibCurl

/// The libraries that do the work, as `--version` names them.
package struct CurlVersion: Sendable, Hashable {
  /// The version of libcurl, such as `7.88.1`.
  package var curl: String
  /// The TLS library with its version, such as `OpenSSL/3.0.19`; empty where there is none.
  package var tls: String
  /// The HTTP/2 library with its version, such as `nghttp2/1.52.0`; empty where there is none.
  package var http2: String

  /// Asks libcurl, which starts nothing up for it (curl_version_info(3)).
  package static var linked: CurlVersion {
    let info = curl_shim_version_info().pointee
    let words = String(cString: curl_version()).split(separator: " ")
    return CurlVersion(
      curl: info.version.map { String(cString: $0) } ?? "",
      tls: info.ssl_version.map { String(cString: $0) } ?? "",
      http2: words.first { $0.hasPrefix("nghttp2/") }.map { String($0) } ?? "")
  }
}
