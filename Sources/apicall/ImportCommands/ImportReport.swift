import APICallBase
import APICallDrafts
import APICallSystem
import APICallText
import JSONText

/// The report of an import: notes, and the commands still to do, without any value.
struct ImportReport {
  private static let mostNotes = 10

  let items: [ImportItem]
  let notes: [ImportNote]
  let folder: String?

  func refuseLosses() throws(Failure) {
    let losses = items.flatMap { item in
      item.request.notes.filter(\.isLoss).map { note in
        Message("\(item.source):\(item.request.line): \(note.text)")
      }
    }
    guard losses.isEmpty else { throw Failure(.badInput, losses) }
  }

  var lines: [UInt8] {
    items.flatMap { item in
      let notes = item.request.notes.map { note in
        BuiltJSON.map([
          ("code", .text(note.code)), ("loss", .boolean(note.isLoss)), ("text", .text(note.text)),
        ])
      }
      let file = folder.map { FilePath.join($0, item.fileName) }
      let line = BuiltJSON.map([
        ("source", .text("\(item.source):\(item.request.line)")), ("file", BuiltJSON(file)),
        ("status", .text(folder == nil ? "printed" : "written")), ("notes", .list(notes)),
        ("secrets", .texts(item.request.secrets.map(\.name))),
      ])
      return Array(line.compact.utf8) + [UInt8(ascii: "\n")]
    }
  }

  func show() {
    var texts: [(text: String, count: Int, place: String?)] = []
    let placed = items.flatMap { item in
      item.request.notes.map { ($0, "\(item.source):\(item.request.line)") }
    }
    for (note, place) in notes.map({ ($0, nil) }) + placed {
      if let index = texts.firstIndex(where: { $0.text == note.text }) {
        texts[index].count += 1
      } else {
        texts.append((note.text, 1, items.count > 1 ? place : nil))
      }
    }
    // The frequent ones first; sorting keeps the order of the others.
    let sorted = texts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    var diagnostics = sorted.prefix(Self.mostNotes).map { note in
      let place = note.place.map { note.count == 1 ? "at \($0)" : "first at \($0)" }
      let times = note.count == 1 ? nil : "\(note.count) times"
      let facts = [times, place].compactMap { $0 }.joined(separator: ", ")
      return Message(facts.isEmpty ? note.text : "\(note.text) (\(facts))").reported(as: .note)
    }
    if sorted.count > Self.mostNotes {
      diagnostics.append(
        Message("\(sorted.count - Self.mostNotes) more notes are in the files").reported(
          as: .note))
    }
    StandardStreams.report(diagnostics, color: ColorChoice(in: ProgramArguments.all))
    let commands = commands
    guard !commands.isEmpty else { return }
    StandardStreams.report(
      "apicall: store the secrets before the first call:\n"
        + commands.map { "  \(TerminalText.line($0))\n" }.joined())
  }

  private var commands: [String] {
    var origins: [(name: String, origins: [String])] = []
    for secret in items.flatMap(\.request.secrets) {
      let origin = secret.origin ?? "https://HOST"
      if let index = origins.firstIndex(where: { $0.name == secret.name }) {
        if !origins[index].origins.contains(origin) { origins[index].origins.append(origin) }
      } else {
        origins.append((secret.name, [origin]))
      }
    }
    return origins.map { secret in
      "apicall secrets set \(secret.name)"
        + secret.origins.map { " --origin \(ShellWord.quoted($0))" }.joined()
    }
  }
}
