import APICallBase
import APICallDrafts
import APICallReading
import APICallRequests
import APICallSystem
import YAMLTree

/// Makes the call of a request that is typed, as if it were in a file.
enum RequestRun {
  /// The limit for a file that an item names, and for standard input: 64 MiB.
  private static let limit = 64 << 20

  static func perform(_ given: RunSettings, method: String, _ operands: [String]) throws(Failure) {
    var settings = given
    let (files, caller) = (SystemFiles(), SystemCaller())
    let line = try RequestLine(
      method, operands[0], Array(operands.dropFirst()), isForm: given.isForm
    ) { (path) throws(Failure) in
      do throws(FileError) {
        return path == "-"
          ? try caller.standardInput(limit: limit) : try files.read(path, limit: limit)
      } catch {
        throw Failure(
          .noInput, "cannot read \(path == "-" ? "standard input" : "'\(path)'"): \(error.reason)")
      }
    }
    let text = try DraftWriter.text(of: line.draft)
    let source = Source(name: Source.requestName, text: text)
    if let path = given.savedRequest { try save(text, of: source, to: path, given) }
    settings.given = GivenFile(source: source, readsProject: false)
    settings.inputs += line.values.map { InputResolver.Assignment(name: $0.name, text: $0.value) }
    try Run.perform(settings, [Source.requestName])
  }

  private static func save(
    _ text: String, of source: Source, to path: String, _ given: RunSettings
  ) throws(Failure) {
    guard given.overrides.isEmpty, given.fields.isEmpty else {
      throw Failure(
        .usage, "--save writes the URL and the items, not what other options change",
        hint: "write Name:value for a header field and name==value for the query, and add other "
          + "fields to the file")
    }
    guard FilePath.name(of: path) != ProjectFile.name, !FilePath.name(of: path).isEmpty else {
      throw Failure(
        .usage, "--save: '\(path)' cannot be the file of a request",
        hint: "name a file such as "
          + FilePath.join(path.hasSuffix("/") ? path : FilePath.folder(of: path), "users.yaml"))
    }
    let library = CommandEnvironment().library
    _ = try library.runnable(from: source, inProject: false)
    try NewFile.create(path, with: Array(text.utf8))
  }
}
