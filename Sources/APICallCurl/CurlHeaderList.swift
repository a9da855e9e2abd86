import APICallCore
import CLibCurl

/// The header fields of a request as the list that `CURLOPT_HTTPHEADER` takes.
///
/// libcurl adds none of its own, but for Host, and for the length of a body, where the request
/// leaves them out: without them it would not be HTTP/1.1 (RFC 9112, sections 3.2 and 6).
struct CurlHeaderList: ~Copyable {
  /// The list's first entry, or nil.
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - headers: the fields.
  ///   - isForProxy: whether the request may go to a proxy, to which libcurl would say
  ///     Proxy-Connection.
  /// - Throws: the name of a field that cannot be sent, as it holds a line break or a NUL.
  init(_ headers: [HeaderField], isForProxy: Bool = false) throws(UnsendableField) {
    for header in headers {
      let name = Array(header.name.utf8)
      let value = header.value.revealedOctets
      let isSendable = !(name + value).contains { $0 == 0 || $0 == 0x0a || $0 == 0x0d }
      guard isSendable, !name.isEmpty, !name.contains(UInt8(ascii: ":")) else {
        throw UnsendableField(name: header.name)
      }
      // A name with a colon and no value would mean: leave this field out.
      let isBlank = value.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      append(isBlank ? name + Array(";".utf8) : name + Array(": ".utf8) + value)
    }
    for name in ["Accept", "Content-Type", "Expect", "User-Agent"]
    where !headers.contains(where: { $0.isNamed(name) }) {
      append(Array("\(name):".utf8))
    }
    if isForProxy, !headers.contains(where: { $0.isNamed("Proxy-Connection") }) {
      append(Array("Proxy-Connection:".utf8))
    }
  }

  deinit { curl_slist_free_all(first) }

  private mutating func append(_ line: [UInt8]) {
    (line + [0]).withUnsafeBytes { octets in
      let text = octets.assumingMemoryBound(to: CChar.self).baseAddress
      // Without memory the list stays as it was.
      first = curl_slist_append(first, text) ?? first
    }
  }
}

/// A header field that would break the request apart.
struct UnsendableField: Error {
  /// The field's name.
  var name: String
}
