package import APICallBase
import APICallHTTP
package import APICallLanguage
import APICallModel
import APICallReading
import YAMLTree

extension VerbatimFile {
  /// Finds the file, and replaces the placeholders in it if it is a template.
  ///
  /// Returns the body; nil if the file is an unset optional. Throws a ``Failure`` with everything
  /// that is wrong with the file or its placeholders.
  func render(
    in scope: Scope, _ files: SpecFiles
  ) throws(Failure) -> RequestBody? {
    do throws(Message) {
      guard !names.isEmpty else { return try files.body(file).map { .pieces([.file($0)]) } }
    } catch {
      throw Failure(.badInput, [error])
    }
    guard let template = try template(files) else { return nil }
    do {
      return .bytes(
        try template.withGaps(for: volatileNames).render(in: scope, escaping: escape))
    } catch {
      throw Failure(.badInput, [error.diagnostic])
    }
  }

  /// Checks the placeholders in the file.
  ///
  /// Throws a ``Failure`` with everything that is wrong with the file or its placeholders.
  package func check(in scope: Scope?, _ files: SpecFiles) throws(Failure) {
    guard let template = try template(files), let scope else { return }
    do {
      _ = try template.render(in: scope, escaping: escape)
    } catch {
      throw Failure(.badInput, [error.diagnostic])
    }
  }

  private func template(_ files: SpecFiles) throws(Failure) -> Template? {
    let source: Source
    do throws(Message) {
      guard let found = try files.source(file) else { return nil }
      source = found
    } catch {
      throw Failure(.badInput, [error])
    }
    let template: Template
    do {
      template = try Template(
        String(decoding: source.bytes, as: UTF8.self), at: Self.whole(of: source),
        naming: names.map(\.text))
    } catch {
      throw Failure(.badInput, error.all.map(\.diagnostic))
    }
    let unused = template.unusedNames(of: names, in: "the file '\(source.name)'")
    guard unused.isEmpty else { throw Failure(.badInput, unused) }
    let wrong = files.problems(ofLiteralsIn: template)
    guard wrong.isEmpty else { throw Failure(.badInput, wrong) }
    return template
  }

  /// The place of the whole file, in which placeholders are found.
  private static func whole(of source: Source) -> Mark {
    let lines = source.bytes.count { $0 == UInt8(ascii: "\n") } + 1
    return Mark(
      source: source, start: .init(line: 1, column: 1), end: .init(line: lines, column: 1))
  }
}
