package import APICallBase
package import APICallHTTP
package import APICallLanguage
package import APICallModel
import APICallReading
import APICallSafety
import APICallText
import YAMLTree

/// Finds the files of a body.
///
/// A user may name any file; files that a spec names have to be inside the project.
package struct SpecFiles {
  /// The maximum size of a file that is read whole, such as a template, in bytes: 64 MiB.
  static let limit = BufferedBytes.limit

  private let scope: Scope
  private let root: FileRoot?

  package init(_ endpoint: EndpointSpec, _ scope: Scope) {
    self.scope = scope
    root =
      endpoint.fileRoot
      ?? scope.world.map { FileRoot(FilePath.folder(of: endpoint.file), files: $0.files) }
  }

  /// A file that was found.
  private struct Found {
    var file: InputFile
    /// The path as messages show it.
    var name: ProtectedText
    var files: any FileSystem
    /// The secrecy of the bytes; they reveal what the path was made of.
    var secrecy: Secrecy
  }

  /// Returns the file as it is now; nil if it is an unset optional.
  ///
  /// Throws a ``Message`` if it does not exist, or may not be read.
  package func body(_ file: FileTemplate) throws(Message) -> BodyFile? {
    guard let found = try find(file) else { return nil }
    do {
      var body = try BodyFile(found.file, name: found.name, in: found.files)
      body.secrecy = found.secrecy
      return body
    } catch {
      throw Self.unreadable(found, error, at: file)
    }
  }

  /// Returns its text without a byte order mark; nil if it is an unset optional.
  ///
  /// Throws a ``Message`` if it cannot be read, or is not UTF-8.
  func source(_ file: FileTemplate) throws(Message) -> Source? {
    guard let found = try find(file) else { return nil }
    let read = try rethrowing(found.file.read(in: found.files, limit: Self.limit)) {
      Self.unreadable(found, $0, at: file)
    }
    let bytes = ByteOrderMark.removed(from: read)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Message(
        "'\(found.name)' is not UTF-8 text", at: file.path.mark,
        hint: "to send a file that is not text, write 'file' without 'template'")
    }
    return Source(name: found.name.masked, bytes: bytes)
  }

  /// Finds literal arguments in a file that are not valid on this machine.
  func problems(ofLiteralsIn template: Template) -> [Message] {
    guard let files = scope.world?.files else { return [] }
    return template.literalProblems(in: files).map(\.diagnostic)
  }

  func secrecy(of file: FileTemplate) -> Secrecy { (try? find(file))?.secrecy ?? .open }

  private func find(_ file: FileTemplate) throws(Message) -> Found? {
    guard let files = scope.world?.files, let root else {
      throw Message("no files can be read here", at: file.path.mark)
    }
    let path: ProtectedText
    let provenance: Provenance
    var input: InputFile?
    do throws(TemplateProblem) {
      let binding = try file.path.sole?.binding(in: scope)
      if let binding, binding.value == nil { return nil }
      provenance = try file.path.provenance(in: scope)
      if let binding, case .file(let file) = binding.value {
        input = file
        path = ProtectedText(files.shown(file.path), binding.provenance.secrecy)
      } else {
        path = try file.path.render(in: scope)
      }
    } catch {
      throw error.diagnostic
    }
    if let input, input.path == BodyFile.standardInput {
      return Found(file: input, name: path, files: files, secrecy: path.secrecy)
    }
    let found: InputFile
    if let input {
      found = input
    } else {
      found = try find(path, from: provenance, in: root, at: file.path.mark)
    }
    if files.status(of: found.path)?.kind == .other {
      throw Message(
        "'\(path)' is a device, a pipe or a socket", at: file.path.mark,
        hint: "to send standard input, declare an input of type file and give NAME=-")
    }
    let saved = scope.world?.provenance(ofFile: found.path)?.secrecy ?? .open
    return Found(
      file: found, name: path, files: files, secrecy: path.secrecy.joined(saved))
  }

  private func find(
    _ path: ProtectedText, from provenance: Provenance, in root: FileRoot, at mark: Mark
  ) throws(Message) -> InputFile {
    do {
      return try root.file(path.revealed, from: provenance, at: mark)
    } catch {
      let problem = path.holdsSecret ? error.naming(path.masked) : error
      throw problem.diagnostic(at: mark)
    }
  }

  private static func unreadable(
    _ found: Found, _ error: FileError, at file: FileTemplate
  ) -> Message {
    Message("cannot read the file '\(found.name)': \(error.reason)", at: file.path.mark)
  }
}

extension FileRootProblem {
  /// The same problem with another text for the path, such as a masked one.
  func naming(_ path: String) -> FileRootProblem {
    switch self {
    case .notInFile: .notInFile(path)
    case .notPath: .notPath(path)
    case .absolute: .absolute(path)
    case .outside(_, let root): .outside(path, root)
    case .link(_, let root): .link(path, root)
    case .hidden: .hidden(path)
    case .notBeside(_, let root): .notBeside(path, root)
    case .own: .own(path)
    case .missing: .missing(path, nil)
    case .notFound: .notFound(path, nil)
    }
  }
}
