package import YAMLTree

/// The names of a script, as the calls that it makes see them.
///
/// A placeholder knows the names of the file that wrote it: what a step says over the fields of a file
/// uses those of the script, all else those of the file.
package final class OuterScope: Sendable {
  /// The script's file.
  package let source: Source
  /// Its names, with their values.
  package let scope: Scope

  package init(_ scope: Scope, of source: Source) {
    self.scope = scope
    self.source = source
  }
}
