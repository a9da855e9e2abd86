/// The content codings that are asked for where the file asks for none (RFC 9110, section 8.4.1).
package enum ContentCodings {
  /// The value of Accept-Encoding: what libcurl undoes.
  package static let usual = "gzip, deflate, br, zstd"
}
