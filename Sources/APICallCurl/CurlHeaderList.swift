import APICallHTTP
import APICallSafety
import CLibCurl

/// The header fields of a request as a list for `CURLOPT_HTTPHEADER`.
///
/// libcurl adds no fields of its own, except Host and the length of a body if the request leaves
/// them out: without them the request would not be HTTP/1.1 (RFC 9112, sections 3.2 and 6).
struct CurlHeaderList: ~Copyable {
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  init() {}

  /// Throws the name of a field that cannot be sent, because it contains a line break or a NUL.
  init(_ headers: [HeaderField], isForProxy: Bool = false) throws(UnsendableField) {
    var line: [UInt8] = []
    for header in headers {
      line.removeAll(keepingCapacity: true)
      line += header.name.utf8
      guard !line.isEmpty, !line.contains(UInt8(ascii: ":")) else {
        throw UnsendableField(name: header.name)
      }
      let value = header.value.revealedBytes
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
    leaveOut("Accept", by: "Accept:", from: headers)
    leaveOut("Content-Type", by: "Content-Type:", from: headers)
    leaveOut("Expect", by: "Expect:", from: headers)
    leaveOut("User-Agent", by: "User-Agent:", from: headers)
    if isForProxy { leaveOut("Proxy-Connection", by: "Proxy-Connection:", from: headers) }
  }

  deinit { curl_slist_free_all(first) }

  /// Removes one of libcurl's own fields with a line that has no value, unless the request has it.
  private mutating func leaveOut(
    _ name: String, by line: StaticString, from headers: [HeaderField]
  ) {
    guard !headers.contains(where: { $0.isNamed(name) }) else { return }
    // A static text ends with a NUL.
    append(UnsafeRawPointer(line.utf8Start))
  }

  /// Appends a line, which libcurl copies, after adding the NUL that ends it.
  private mutating func append(_ line: inout [UInt8]) {
    line.append(0)
    line.withUnsafeBytes { append($0.baseAddress) }
  }

  private mutating func append(_ text: UnsafeRawPointer?) {
    // If there is not enough memory, the list stays unchanged.
    first = curl_slist_append(first, text?.assumingMemoryBound(to: CChar.self)) ?? first
  }
}

/// A header field that would split the request.
struct UnsendableField: Error {
  var name: String
}

/// A list of lines that libcurl does not copy (curl_slist_append(3)).
struct CurlTextList: ~Copyable {
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  init(_ lines: [String]) {
    // If there is not enough memory, the list stays unchanged.
    for line in lines { first = curl_slist_append(first, line) ?? first }
  }

  deinit { curl_slist_free_all(first) }
}
