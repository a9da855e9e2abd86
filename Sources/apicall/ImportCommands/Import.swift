import APICallBase
import APICallDrafts
import APICallReading
import APICallSystem
import APICallTesting
import YAMLTree

/// Imports requests: reads, checks and writes them.
struct Import {
  var folder: String?
  var overwrites = false
  var isDry = false
  var isStrict = false
  var keepsAllHeaders = false
  var reportPath: String?

  func perform(_ operands: [String]) throws(Failure) {
    if folder == nil, overwrites {
      throw Failure(.usage, "--overwrite has no effect without --into")
    }
    if let folder, SystemFolder.isTaken(folder), SystemFiles().status(of: folder)?.kind != .folder {
      throw Failure(
        .cannotCreate, "--into names '\(folder)', which is not a folder",
        hint: "name a folder, which is created if it does not exist; without --into, "
          + "'> FILE' saves what is printed")
    }
    let sources = try ImportSources.read(operands)
    var items: [ImportItem] = []
    let library = CommandEnvironment().library
    var reader = CurlImport(
      keepingAllHeaders: keepsAllHeaders, finding: TextCredentials.places(in:as:))
    for source in sources {
      try reader.read(source)
      for request in reader.requests[items.count...] {
        items.append(try item(request, of: source, library))
      }
    }
    let names = ImportedName.distinct(items.map(\.request.name))
    for index in items.indices { items[index].fileName = "\(names[index]).yaml" }
    let report = ImportReport(items: items, notes: reader.notes, folder: folder)
    if isStrict { try report.refuseLosses() }
    try write(items)
    if let path = reportPath, !isDry {
      try write(
        [(FilePath.name(of: path), report.lines)], to: FilePath.folder(of: path), replacing: true)
    }
    report.show()
  }

  /// The file of a request, which is checked as `apicall check` does.
  private func item(
    _ request: ImportedRequest, of source: Source, _ library: EndpointLibrary
  ) throws(Failure) -> ImportItem {
    let text: String
    do {
      text = try DraftWriter.text(of: request.draft)
      // The project that the file will belong to applies to it.
      let path = FilePath.join(folder ?? ".", "\(request.name).yaml")
      _ = try library.runnable(from: Source(name: path, text: text))
    } catch {
      let reason = error.diagnostics.first
      throw Failure(
        .badInput,
        "\(source.name):\(request.line): the request cannot be a file: \(reason?.message ?? "")",
        hint: reason?.hint)
    }
    return ImportItem(request: request, source: source.name, text: text)
  }

  private func write(_ items: [ImportItem]) throws(Failure) {
    guard let folder else {
      guard items.count == 1 else {
        throw Failure(
          .usage, "there are \(items.count) requests, and only one file can be printed",
          hint: "--into DIR writes a file for each")
      }
      if isDry { return try Printing.print(lines: [items[0].fileName]) }
      return try Printing.print(items[0].text)
    }
    let paths = items.map { FilePath.join(folder, $0.fileName) }
    if !overwrites {
      let taken = paths.filter { SystemFolder.isTaken($0) }
      guard taken.isEmpty else {
        throw Failure(
          .cannotCreate,
          taken.map { Message("'\($0)' already exists", hint: "--overwrite replaces it") })
      }
    }
    if !isDry {
      try write(items.map { ($0.fileName, Array($0.text.utf8)) }, to: folder, replacing: overwrites)
    }
    try Printing.print(lines: paths)
  }

  private func write(
    _ files: [(name: String, bytes: [UInt8])], to folder: String, replacing: Bool
  ) throws(Failure) {
    do {
      try FileBatch.write(files, in: folder, replacing: replacing)
    } catch {
      let path = error.name.isEmpty ? folder : FilePath.join(folder, error.name)
      throw Failure(.cannotCreate, "cannot write '\(path)': \(error.reason.reason)")
    }
  }
}

/// A request with the text of its file.
struct ImportItem {
  let request: ImportedRequest
  let source: String
  let text: String
  var fileName = ""
}
