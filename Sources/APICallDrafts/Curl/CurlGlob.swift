import APICallText

/// The lists and ranges in URLs: `{a,b}`, `[1-3]`, `[a-c]`, `[01-10:3]`.
enum CurlGlob {
  /// The largest number of URLs that one text can stand for.
  static let limit = 64

  /// The URLs that a text stands for.
  ///
  /// Brackets that are not a range, and braces around one word, are text.
  ///
  /// Returns the URLs in order; nil if there are too many.
  static func urls(of text: String) -> [String]? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
      return [text]
    }
    var urls: [[UInt8]] = [[]]
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      var choices: [[UInt8]] = [[byte]]
      var length = 1
      let close = byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["),
        let end = rest.firstIndex(of: close)
      {
        let content = rest[(rest.startIndex + 1)..<end]
        let found = byte == UInt8(ascii: "{") ? list(content) : range(content)
        if let found {
          guard found.count * urls.count <= limit else { return nil }
          choices = found
          length = content.count + 2
        }
      } else if byte == UInt8(ascii: "\\"), let next = rest.dropFirst().first,
        "{}[]".utf8.contains(next)
      {
        choices = [[next]]
        length = 2
      }
      if choices.count == 1 {
        for index in urls.indices { urls[index] += choices[0] }
      } else {
        urls = urls.flatMap { url in choices.map { url + $0 } }
      }
      rest = rest.dropFirst(length)
    }
    return urls.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func list(_ content: ArraySlice<UInt8>) -> [[UInt8]]? {
    guard content.contains(UInt8(ascii: ",")) else { return nil }
    return content.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Array($0) }
  }

  private static func range(_ content: ArraySlice<UInt8>) -> [[UInt8]]? {
    let parts = String(decoding: content, as: UTF8.self).split(separator: ":").map(String.init)
    let ends = parts.first?.split(separator: "-").map(String.init) ?? []
    guard ends.count == 2, parts.count <= 2, let step = Int(parts.count == 2 ? parts[1] : "1"),
      step > 0, step < 1_000_000
    else { return nil }
    if let first = Int(ends[0]), let last = Int(ends[1]), ends[0].utf8.first?.isASCIIDigit == true,
      (0...last).contains(first), last < 1_000_000_000
    {
      let width = ends[0].hasPrefix("0") ? ends[0].utf8.count : 0
      guard (last - first) / step < 10_000 else { return Array(repeating: [], count: limit + 1) }
      return stride(from: first, through: last, by: step).map { number in
        let digits = String(number)
        return Array(
          (String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits).utf8)
      }
    }
    guard let first = ends[0].utf8.first, let last = ends[1].utf8.first, ends[0].utf8.count == 1,
      ends[1].utf8.count == 1, first.isASCIILetter, last.isASCIILetter, first <= last
    else { return nil }
    return stride(from: Int(first), through: Int(last), by: step).map { [UInt8($0)] }
  }
}
