import Glibc

/// The decoder `xml`: reads a document and writes it as one JSON value.
@main
enum XMLFilter {
  static func main() {
    do throws(FilterProblem) {
      try run()
    } catch {
      var line = error.message + "\n"
      line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(error.status)
    }
  }

  private static func run() throws(FilterProblem) {
    guard CommandLine.argc == 1 else {
      throw FilterProblem(
        FilterProblem.wrongUsage, "this program is a plugin for apicall: see apicall-xml(1)")
    }
    let options = try DecoderOptions { name in getenv(name).map { String(cString: $0) } }
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
    defer { buffer.deallocate() }
    var count = try beginning(in: buffer)
    let mark = byteOrderMark(UnsafeBufferPointer(rebasing: buffer[..<count]))
    // A byte order mark takes precedence over the Content-Type (RFC 7303, section 3.2), and over the
    // declaration.
    let charset = mark?.charset ?? options.charset
    var skipped = mark?.length ?? 0
    let parser = try XMLParser(options, charset: charset)
    var held: [UInt8] = []
    while count > 0 {
      try parser.push(UnsafeBufferPointer(rebasing: buffer[skipped..<count]))
      if !options.queries.all.isEmpty { held += buffer[skipped..<count] }
      skipped = 0
      guard held.count <= DocumentBuilder.maxLength else {
        throw FilterProblem(FilterProblem.wrongInput, "the document is larger than 128 MiB")
      }
      count = try DescriptorPipe.read(STDIN_FILENO, into: buffer)
    }
    var value = try parser.finish()
    if !options.queries.all.isEmpty {
      value = try XPathDocument(held, charset: charset).values(of: options.queries)
    }
    try DescriptorPipe.write(value, to: STDOUT_FILENO)
  }

  /// Reads at least four bytes, which show the encoding, unless the input is shorter.
  private static func beginning(
    in buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws(FilterProblem) -> Int {
    var count = 0
    while count < 4 {
      let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
      let more = try DescriptorPipe.read(STDIN_FILENO, into: rest)
      if more == 0 { break }
      count += more
    }
    return count
  }

  /// The charset that a byte order mark names, and the length of the mark; nil without one.
  private static func byteOrderMark(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (charset: String, length: Int)? {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return ("UTF-8", 3) }
    if bytes.starts(with: [0xfe, 0xff]) { return ("UTF-16BE", 2) }
    if bytes.starts(with: [0xff, 0xfe]) { return ("UTF-16LE", 2) }
    return nil
  }
}
