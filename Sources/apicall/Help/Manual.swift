import APICallBase
import APICallSystem

/// The pages of the manual as plain text, which `make install` puts beside the program: they can be
/// read where man(1) is not installed.
struct Manual {
  /// The topic that lists all others.
  static let list = "topics"
  private static let limit = 4 << 20

  private let folder: String?
  private let files: SystemFiles

  /// Finds the pages: those beside the running program, or those of the checkout that it was built
  /// in.
  init(besides program: String? = Program.folder, files: SystemFiles = SystemFiles()) {
    self.files = files
    var places: [String] = []
    if let program {
      places.append("\(program)/../share/apicall/help")
      let parts = program.split(separator: "/", omittingEmptySubsequences: false)
      if let build = parts.lastIndex(of: ".build") {
        places.append("\(parts[..<build].joined(separator: "/"))/man/text")
      }
    }
    folder = places.first { files.status(of: "\($0)/\(Self.list).txt")?.kind == .file }
  }

  /// The topics with their summaries, as the list of them shows them; none without the pages.
  var topics: [(name: String, summary: String)] {
    guard let folder,
      let bytes = try? files.read("\(folder)/\(Self.list).txt", limit: Self.limit)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      // A summary may have further lines.
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      let words = line.drop { $0 == " " }
      let name = words.prefix { $0 != " " }
      return (String(name), String(words.dropFirst(name.count).drop { $0 == " " }))
    }
  }

  func page(about topic: String) -> String? {
    guard let folder, topic.utf8.allSatisfy({ Self.isPartOfName($0) }) else { return nil }
    let names = topic == Self.list ? [topic] : ["apicall-\(topic)", topic]
    return names.lazy.map { "\(folder)/\($0).txt" }
      .first { files.status(of: $0)?.kind == .file }
  }

  /// Prints a page; on a terminal, the user's pager shows it.
  func show(_ page: String) throws(Failure) {
    if StandardStreams.isOutputTerminal { Pager(files: files).become(showing: page) }
    try Printing.print(bytes: try files.bytes(of: page, limit: Self.limit))
  }

  func section(_ heading: String, of page: String) throws(Failure) -> String {
    let text = String(decoding: try files.bytes(of: page, limit: Self.limit), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: heading[...]) else { return text }
    let rest = lines[(start + 1)...].prefix { $0.isEmpty || $0.hasPrefix(" ") }
    let last = rest.lastIndex { !$0.isEmpty } ?? start
    return lines[start...last].map { "\($0)\n" }.joined()
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
