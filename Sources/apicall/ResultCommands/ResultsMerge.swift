import APICallBase
import APICallResponses
import APICallScripts
import APICallSystem
import APICallText
import Glibc
import JSONText

/// The forms in which `apicall results` prints rows.
enum ResultsForm: String, CaseIterable { case ndjson, csv }

/// The rows that are done, in the order of the source.
///
/// It keeps the places of the lines, and reads them again in order.
struct ResultsMerge {
  private struct Place {
    /// The number of the source: the parts of a file have one.
    var source: Int
    var offset: Int
    /// The file, and the place of the line in it.
    var file: Int
    var start: Int
    var length: Int
    /// The row if it is unknown, so that no line tells what became of it.
    var unknown: RowPlace?
  }

  /// The largest number of names that are columns.
  private static let mostNames = 1000

  private var places: [Place] = []
  private var source = 0
  private var files: [String] = []
  /// The names of the values, as the columns of csv.
  private var names: [String] = []
  private var hasWhole = false
  private var hasMoreNames = false

  mutating func add(_ found: ResultsReading.Found, of file: String) {
    if files.last != file { files.append(file) }
    places.append(
      Place(
        source: source, offset: found.line.place.offset, file: files.count - 1, start: found.start,
        length: found.bytes.count))
    guard let value = found.value["value"] else { return }
    guard value.kind == .object else { return hasWhole = true }
    for member in value.members where !names.contains(member.key) {
      guard names.count < Self.mostNames else { return hasMoreNames = true }
      names.append(member.key)
    }
  }

  /// The results that follow are of other rows.
  mutating func endSource() { source += 1 }

  mutating func add(unknown place: RowPlace) {
    places.append(
      Place(source: source, offset: place.offset, file: 0, start: 0, length: 0, unknown: place))
  }

  func print(as form: ResultsForm, from system: any FileSystem) throws(Failure) {
    if form == .csv, hasMoreNames {
      throw Failure(
        .badInput, "the values have more than \(Self.mostNames) names, too many to be columns",
        hint: "use --format ndjson")
    }
    let output = DescriptorSink(STDOUT_FILENO)
    if form == .csv { try write(header, to: output) }
    var readers: [Int: any FileReader] = [:]
    for place in places.sorted(by: { ($0.source, $0.offset) < ($1.source, $1.offset) }) {
      let line: [UInt8]
      if let row = place.unknown {
        let error = #"{"error":"unknown: the request may have taken effect"}"#
        line = Array(ResultsLine(row, .unknown).bytes(with: Array(error.utf8)).dropLast())
      } else {
        line = try read(place, &readers, from: system)
      }
      switch form {
      case .ndjson: try write(line + [0x0A], to: output)
      case .csv:
        guard let value = try? JSONDocument(line).root else { continue }
        try write(fields(of: value), to: output)
      }
    }
    try Printing.flush(output)
  }

  private func read(
    _ place: Place, _ readers: inout [Int: any FileReader], from system: any FileSystem
  ) throws(Failure) -> [UInt8] {
    do throws(FileError) {
      let reader: any FileReader
      if let open = readers[place.file] {
        reader = open
      } else {
        reader = try system.open(files[place.file])
        // Few files at a time: there may be thousands.
        if readers.count > 64 { readers = [:] }
        readers[place.file] = reader
      }
      try reader.seek(to: place.start)
      return try reader.readWhole(place.length)
    } catch {
      throw Failure(reading: files[place.file], error)
    }
  }

  private static let members = ["row", "at", "key", "exit", "status", "attempts", "ms"]

  private var columns: [String] {
    var taken = Self.members + ["error"] + (hasWhole ? ["value"] : [])
    let others = names.map { name in
      var name = name
      while taken.contains(name) { name = "value.\(name)" }
      taken.append(name)
      return name
    }
    return Self.members + others + (hasWhole ? ["value"] : []) + ["error"]
  }

  private var header: [UInt8] { row(columns.map { Array($0.utf8) }) }

  private func fields(of line: JSONNode) -> [UInt8] {
    let value = line["value"]
    var fields = Self.members.map { Self.field(line[$0]) }
    let isMap = value?.kind == .object
    fields += names.map { name in isMap ? Self.field(value?[name]) : [] }
    if hasWhole { fields.append(isMap ? [] : Self.field(value)) }
    fields.append(Self.field(line["error"]))
    return row(fields)
  }

  /// The text of a field: that of a string, otherwise JSON; null is empty.
  private static func field(_ value: JSONNode?) -> [UInt8] {
    guard let value, !value.isNull else { return [] }
    return value.string.map { Array($0.utf8) } ?? Array(value.bytes)
  }

  private func row(_ fields: [[UInt8]]) -> [UInt8] {
    var line: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      CSVDialect().append(field, isOnly: false, to: &line)
    }
    line.append(0x0A)
    return line
  }

  private func write(_ bytes: [UInt8], to output: DescriptorSink) throws(Failure) {
    try rethrowing(output.write(bytes.span)) { Failure(writing: $0) }
  }
}

extension FileReader {
  fileprivate func readWhole(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try read(upTo: count - bytes.count)
      guard !piece.isEmpty else { throw .other("it has become shorter") }
      bytes += piece
    }
    return bytes
  }
}
