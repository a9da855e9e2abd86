package import APICallBase
import APICallText
import JSONText

/// What files of results say together.
package struct ResultsSummary: Sendable {
  /// The number of slow rows that are kept.
  private static let mostSlow = 5

  /// The rows that failed in one way.
  package struct Kind: Sendable, Hashable {
    package var exit: Int32
    package var status: Int?
  }

  /// A row that took long.
  package struct Slow: Sendable {
    package var file: String
    package var place: RowPlace
    package var milliseconds: Int
  }

  package private(set) var done = 0
  package private(set) var failed = 0
  package private(set) var unknown = 0
  /// The rows that failed in a way that may pass, or are not all done.
  package private(set) var left = 0
  package private(set) var finished = 0
  package private(set) var running: [String] = []
  package private(set) var kinds: [Kind: (rows: Int, example: String)] = [:]
  package private(set) var slow: [Slow] = []
  package private(set) var history = RowHistory()
  private var parts: Set<String> = []
  /// The names of the results of parts, by the part.
  private var owners: [String: String] = [:]
  /// The first line of the first results of a part.
  private var header: ResultsHeader?
  /// The number of parts that the files name; nil if they are not parts.
  package private(set) var partCount: Int?

  package init() {}

  /// Adds the files of one result: the finished one, or those of the attempts so far.
  ///
  /// `keep` gets each row that is done, once, and `keepUnknown` those that are unknown in the end.
  package mutating func add(
    _ paths: [String], named name: String, isFinished: Bool, in files: any FileSystem,
    keeping keep: (ResultsReading.Found, _ file: String) throws(Failure) -> Void = {
      (_, _) throws(Failure) in
    }, keepingUnknown keepUnknown: (RowPlace) -> Void = { _ in }
  ) throws(Failure) {
    var book = ResultsBook()
    var leftRows: Set<Int> = []
    var header: ResultsHeader?
    var last: ResultsEnd?
    for path in paths {
      let (found, end) = try ResultsReading.read(path, in: files) { (found) throws(Failure) in
        let number = found.line.place.number
        if found.line.state == .left { leftRows.insert(number) }
        let isNew = book.note(found.line)
        if isNew || found.line.state == .left || found.line.state == .unknown {
          history.add(found.line)
        }
        guard isNew else { return }
        leftRows.remove(number)
        note(found, of: path)
        try keep(found, path)
      }
      header = header ?? found
      last = last ?? end
    }
    // A copy that was cut off has no last line.
    let isFinished = isFinished && last != nil
    if isFinished, let last { try check(last, book, of: name) }
    if let header { try check(header, of: name) }
    for place in book.unknown.values { keepUnknown(place) }
    done += book.final
    failed += book.failed
    unknown += book.unknown.count
    left += leftRows.subtracting(book.unknown.keys).count
    if isFinished { finished += 1 } else { running.append(name) }
    guard let written = header?.part else { return }
    guard let part = RowsPart(written: written) else {
      throw Failure(
        .badInput, "'\(name)' has part '\(written)', which is not a part",
        hint: "restore the first line of the file")
    }
    guard partCount ?? part.count == part.count else {
      throw Failure(
        .badInput, "'\(name)' has part \(part.written), but others have one of \(partCount ?? 0)",
        hint: "sum up the parts of one file at a time")
    }
    if isFinished { parts.insert(part.written) }
    partCount = part.count
  }

  /// The numbers of the parts that are not finished, the first of them.
  package func missingParts(upTo most: Int) -> (numbers: [Int], count: Int) {
    guard let partCount else { return ([], 0) }
    let missing = (1...partCount).filter { !parts.contains("\($0)/\(partCount)") }
    return (Array(missing.prefix(most)), missing.count)
  }

  /// Whether every row of every part is done.
  package var isComplete: Bool {
    running.isEmpty && left == 0 && missingParts(upTo: 0).count == 0
  }

  /// Checks that finished results have as many rows as their last line says.
  private func check(_ last: ResultsEnd, _ book: ResultsBook, of name: String) throws(Failure) {
    let known = book.final + book.unknown.count
    guard last.rows != known else { return }
    throw Failure(
      .badInput,
      "'\(name)' has \(known.counted("row")), and its last line says that it has \(last.rows)",
      hint: "restore the file, or make its rows again with --results and another name")
  }

  /// Checks that results belong together with the others, and that none are of the same part.
  private mutating func check(_ header: ResultsHeader, of name: String) throws(Failure) {
    guard let part = header.part else { return }
    let first = self.header ?? header
    self.header = first
    // Each machine may have the files in another folder.
    func names(_ header: ResultsHeader) -> [String?] {
      [FilePath.name(of: header.file), header.rows.map { FilePath.name(of: $0) }]
    }
    guard names(first) == names(header) else {
      throw Failure(
        .badInput,
        "'\(name)' has rows of '\(header.rows ?? "-")' for '\(header.file)', and others of "
          + "'\(first.rows ?? "-")' for '\(first.file)'",
        hint: "sum up the parts of one file at a time")
    }
    guard first.size == header.size else {
      throw Failure(
        .badInput,
        "'\(name)' was cut from a file of \(header.size ?? 0) bytes, and others from one "
          + "of \(first.size ?? 0)",
        hint: "rows between the parts may be missing: make all parts of one file")
    }
    if let other = owners.updateValue(name, forKey: part) {
      throw Failure(
        .badInput, "'\(other)' and '\(name)' both have part \(part)", hint: "name one of them")
    }
  }

  private mutating func note(_ found: ResultsReading.Found, of file: String) {
    if let time = found.line.milliseconds,
      time > slow.last?.milliseconds ?? -1
        || slow.count < Self.mostSlow
    {
      let entry = Slow(file: file, place: found.line.place, milliseconds: time)
      let index = slow.firstIndex { $0.milliseconds < time } ?? slow.count
      slow.insert(entry, at: index)
      if slow.count > Self.mostSlow { slow.removeLast() }
    }
    guard let exit = found.line.exit, exit != 0 else { return }
    let kind = Kind(exit: exit, status: found.value["status"].flatMap { Int($0.text) })
    let example = kinds[kind]?.example ?? found.value["error"]?.string ?? ""
    kinds[kind] = ((kinds[kind]?.rows ?? 0) + 1, example)
  }
}
