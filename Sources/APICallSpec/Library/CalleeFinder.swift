import APICallBase
import YAMLTree

/// Finds what a file calls besides its own request: the files that it needs.
package struct CalleeFinder: Sendable {
  private let library: EndpointLibrary
  /// The files that call one another down to this one, by canonical path.
  private let chain: [(path: String, name: String)]

  init(_ library: EndpointLibrary, below chain: [(path: String, name: String)]) {
    self.library = library
    self.chain = chain
  }

  /// Finds and reads what a file needs.
  ///
  /// - Parameters:
  ///   - written: its path or its name, as ``EndpointLibrary/callee(_:at:in:below:)`` takes it.
  ///   - mark: where it is written.
  ///   - endpoint: the file that needs it.
  ///   - context: what that is read with.
  /// - Returns: what is called; nil where the project says that all its files need this one, and the
  ///   file is this one, or is called by it.
  /// - Throws: a ``Failure`` where there is no such file, where it is wrong, and where files need one
  ///   another in a circle.
  func callee(
    _ written: String, at mark: Mark, of endpoint: Endpoint, in context: ReadingContext
  ) throws(Failure) -> Callee? {
    let path = library.files.canonicalPath(of: endpoint.file) ?? endpoint.file
    let chain = chain + [(path, endpoint.file)]
    var context = context
    context.around = NamesAround()
    context.step = nil
    context.overrides = Overrides()
    if endpoint.isOfProject(mark) {
      let called = try library.calledPath(written, at: mark, in: context)
      if chain.contains(where: { $0.path == called }) { return nil }
    }
    return try library.callee(written, at: mark, in: context, below: chain)
  }
}
