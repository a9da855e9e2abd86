package import APICallBase
import APICallLanguage
package import APICallText
package import JSONText

/// A line about a row in a file of results.
package struct ResultsLine: Sendable {
  /// What is known of a row.
  package enum State: String, Sendable {
    /// A request that may take effect twice is about to be sent.
    case begun
    /// The row is done: it succeeded, or failed in a way that no later try changes.
    case final
    /// It failed in a way that may pass, and may be tried again.
    case left
    /// A request may have taken effect, and may not be repeated.
    case unknown
  }

  package var place: RowPlace
  package var state: State
  /// The exit status of the row; nil as long as it has none.
  package var exit: Int32?
  /// How long the row took, in milliseconds; nil if it was not made.
  package var milliseconds: Int?
  /// When it ended, in whole seconds; nil if it was not made.
  package var time: UTCTimestamp?

  package init(
    _ place: RowPlace, _ state: State, exit: Int32? = nil, milliseconds: Int? = nil,
    time: UTCTimestamp? = nil
  ) {
    self.place = place
    self.state = state
    self.exit = exit
    self.milliseconds = milliseconds
    self.time = time
  }

  /// The largest number of a row, and the largest place of one: those that JSON numbers keep.
  private static let largest = 1 << 53

  /// Reads a line; nil if it is not about a row.
  package init?(_ value: JSONNode) {
    guard let row = value["row"].flatMap({ Int($0.text) }), 1...Self.largest ~= row,
      let offset = value["at"].flatMap({ Int($0.text) }), 0...Self.largest ~= offset,
      let digest = value["hash"]?.string.flatMap({ UInt32($0, radix: 16) })
    else { return nil }
    place = RowPlace(number: row, offset: offset, digest: RowDigest(value: digest))
    exit = value["exit"].flatMap { Int32($0.text) }
    milliseconds = value["ms"].flatMap { Int($0.text) }
    time = value["time"]?.string.flatMap { UTCTimestamp(iso8601: $0) }
    let marked = [State.begun, .left, .unknown].first { value[$0.rawValue]?.boolean == true }
    state = marked ?? .final
    if state == .final, exit == nil { return nil }
  }

  /// The line with its line feed; the rest is a map in JSON, whose secrets are masked already.
  package func bytes(with rest: [UInt8] = Array("{}".utf8)) -> [UInt8] {
    var text = "{\"row\":\(place.number),\"at\":\(place.offset),\"hash\":\"\(place.digest.text)\""
    if let exit { text += ",\"exit\":\(exit)" }
    if let milliseconds { text += ",\"ms\":\(milliseconds)" }
    if let time { text += ",\"time\":\"\(time.iso8601)\"" }
    if state != .final { text += ",\"\(state.rawValue)\":true" }
    var bytes = Array(text.utf8)
    if rest.count > 2 {
      bytes.append(UInt8(ascii: ","))
      bytes += rest.dropFirst()
    } else {
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(0x0A)
    return bytes
  }
}

/// The last line of results that are finished, without which they are a part of some.
package struct ResultsEnd: Sendable, Hashable {
  package static let mark = "apicall_results_end"

  /// The number of rows.
  package var rows: Int
  /// Where the rows ended: the number of bytes before, without parts those of the file.
  package var offset: Int

  package init(rows: Int, offset: Int) {
    self.rows = rows
    self.offset = offset
  }

  package init?(_ value: JSONNode) {
    guard let end = value[Self.mark], let rows = end["rows"].flatMap({ Int($0.text) }),
      let offset = end["offset"].flatMap({ Int($0.text) })
    else { return nil }
    self.init(rows: rows, offset: offset)
  }

  package var bytes: [UInt8] {
    Array("{\"\(Self.mark)\":{\"rows\":\(rows),\"offset\":\(offset)}}\n".utf8)
  }
}

/// The first line of a file of results: which job and rows they are of.
package struct ResultsHeader: Sendable, Hashable {
  package static let mark = "apicall_results"
  package static let version = 1

  /// The file that was run, and the file of the rows, as on the command line.
  package var file: String
  package var rows: String?
  /// A digest of the file that was run, with its inputs and options.
  package var job: String
  package var part: String?
  /// The size of the file that is cut into parts; nil without parts.
  package var size: Int?

  package init(file: String, rows: String?, job: String, part: String? = nil, size: Int? = nil) {
    self.file = file
    self.rows = rows
    self.job = job
    self.part = part
    self.size = size
  }

  package init?(_ value: JSONNode) {
    guard value[Self.mark]?.text == String(Self.version), let job = value["job"]?.string,
      let file = value["file"]?.string
    else { return nil }
    self.init(
      file: file, rows: value["rows"]?.string, job: job, part: value["part"]?.string,
      size: value["size"].flatMap { Int($0.text) })
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    BuiltJSON.map([
      (Self.mark, BuiltJSON(Self.version)), ("file", .text(file)), ("rows", BuiltJSON(rows)),
      ("part", BuiltJSON(part)), ("size", BuiltJSON(size)), ("job", .text(job)),
    ]).withoutNulls.append(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Why results of another run cannot be continued by this one; nil if they can.
  package func problem(with earlier: ResultsHeader, in path: String, ignoringJob: Bool) -> Failure?
  {
    let way = "name another file with --results; 'apicall results' shows what '\(path)' has"
    if part != earlier.part || size != earlier.size {
      if part == earlier.part {
        return Failure(
          .badInput,
          "the file of the rows has \(size.map { $0.counted("byte") } ?? "no known size"), and had "
            + "\(earlier.size.map { "\($0)" } ?? "none") when '\(path)' was begun: its parts are others",
          hint: "restore the rows; new ones belong in a file of their own")
      }
      return Failure(
        .badInput,
        "'\(path)' has the results of \(earlier.part.map { "part \($0)" } ?? "all rows"), not of "
          + (part.map { "part \($0)" } ?? "all rows"), hint: way)
    }
    guard job != earlier.job, !ignoringJob else { return nil }
    guard file == earlier.file else {
      return Failure(.badInput, "'\(path)' has the results of '\(earlier.file)'", hint: way)
    }
    return Failure(
      .badInput,
      "'\(file)', or the inputs or options of the run, have changed since '\(path)' was begun",
      hint: "--resume=changed continues all the same; another --results begins again")
  }
}
