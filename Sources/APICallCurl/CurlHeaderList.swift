import APICallBase
import APICallHTTP
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
    var line: [UInt8] = []
    for header in headers {
      line.removeAll(keepingCapacity: true)
      line += header.name.utf8
      guard !line.isEmpty, !line.contains(UInt8(ascii: ":")) else {
        throw UnsendableField(name: header.name)
      }
      let value = header.value.revealedOctets
      // A name with a colon and no value would mean: leave this field out.
      if value.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        line.append(UInt8(ascii: ";"))
      } else {
        line += ": ".utf8
        line += value
      }
      guard !line.contains(where: { $0 == 0 || $0 == 0x0a || $0 == 0x0d }) else {
        throw UnsendableField(name: header.name)
      }
      append(&line)
    }
    leaveOut("Accept", from: headers, &line)
    leaveOut("Content-Type", from: headers, &line)
    leaveOut("Expect", from: headers, &line)
    leaveOut("User-Agent", from: headers, &line)
    if isForProxy { leaveOut("Proxy-Connection", from: headers, &line) }
  }

  deinit { curl_slist_free_all(first) }

  /// Has libcurl leave out a field of its own, unless it is one of the request's.
  private mutating func leaveOut(
    _ name: String, from headers: [HeaderField], _ line: inout [UInt8]
  ) {
    for header in headers where header.isNamed(name) { return }
    line.removeAll(keepingCapacity: true)
    line += name.utf8
    line.append(UInt8(ascii: ":"))
    append(&line)
  }

  /// Adds a line, which libcurl copies, and which gets the NUL that ends it.
  private mutating func append(_ line: inout [UInt8]) {
    line.append(0)
    line.withUnsafeBytes { octets in
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

/// Lines as libcurl takes them, which it does not copy (curl_slist_append(3)).
struct CurlTextList: ~Copyable {
  /// The list's first entry; nil where there is none.
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// Creates a list.
  init(_ lines: [String]) {
    // Without memory the list stays as it was.
    for line in lines { first = curl_slist_append(first, line) ?? first }
  }

  deinit { curl_slist_free_all(first) }
}
