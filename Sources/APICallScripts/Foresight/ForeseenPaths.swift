import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import YAMLTree

/// The paths that a run reads and saves.
///
/// A file reads beside itself, but saves in the working directory. A path that is written for both
/// may therefore be two files, such as a state that is saved but never read again.
struct ForeseenPaths {
  enum Use { case read, saved }

  /// The paths that are one text for reading and saving, but not one file.
  private(set) var faults: [Message] = []
  /// The first place that reads a path, and the first one that saves it.
  private var places: [Path: [(use: Use, mark: Mark)]] = [:]

  /// What stands for a relative path.
  private struct Path: Hashable {
    var text: String
    /// The file, if the text contains placeholders, which have the same values only there.
    var file: String?

    init(_ text: String, in file: String? = nil) {
      self.text = FilePath.normalized(text)
      self.file = file
    }
  }

  mutating func note(
    _ path: Template, _ use: Use, _ names: ForeseenNames, in files: any FileSystem
  ) {
    var paths = path.sole == nil ? [Path(path.written, in: path.mark.source.name)] : []
    if names.isKnown(path) {
      guard let provenance = try? path.provenance(in: names.known), !provenance.isOfUser,
        let text = try? path.render(in: names.known), !text.holdsSecret
      else { return }
      paths.append(Path(text.revealed))
    }
    let mark = path.mark
    for path in paths where !path.text.begins(with: "/") {
      var noted = places[path] ?? []
      guard !noted.contains(where: { $0.use == use }) else { continue }
      noted.append((use, mark))
      places[path] = noted
      if noted.count == 2 { check(path.text, noted, in: files) }
    }
  }

  private mutating func check(
    _ path: String, _ noted: [(use: Use, mark: Mark)], in files: any FileSystem
  ) {
    guard let read = noted.first(where: { $0.use == .read })?.mark,
      let saved = noted.first(where: { $0.use == .saved })?.mark
    else { return }
    let folder = FilePath.join(files.workingDirectory, FilePath.folder(of: read.source.name))
    let own = files.canonicalPath(of: folder) ?? FilePath.normalized(folder)
    let working = files.canonicalPath(of: files.workingDirectory) ?? files.workingDirectory
    let isKnown = faults.contains {
      $0.mark?.source === saved.source && $0.mark?.start == saved.start
    }
    guard own != working, !isKnown else { return }
    faults.append(
      Message(
        "'\(path)' is saved in '\(working)', but read in '\(own)'", at: saved,
        hint: "run apicall in '\(own)', or give the path by an input on the command line",
        notes: [Message.Note("it is read here", at: read)]))
  }
}
