package import APICallBase
package import YAMLTree

/// What an endpoint is read with besides its own text.
package struct ReadingContext: Sendable {
  /// The project it belongs to.
  package var project: Project?
  /// The profile of the project that is in use.
  package var profile: Project.Profile?
  /// What confines the paths in it; nil where it was not read from a disk, and can extend nothing.
  package var fileRoot: FileRoot?
  /// What the command line sets.
  package var overrides = Overrides()
  /// Finds what the file calls besides; nil where it can call nothing.
  package var finder: CalleeFinder?
  /// What a step of a script says in place of the file's own fields, and over them.
  package var step: Node?
  /// The names that placeholders written by the script may use; empty for what is run by itself.
  package var around = NamesAround()
  /// How many files are called, by it and by those that it calls.
  var called = CalledFiles()

  package init() {}

  /// Whether there is anything to merge the file with.
  var hasLayers: Bool {
    project?.defaults != nil || profile?.headers != nil || profile?.auth != nil
      || !overrides.isEmpty || step != nil
  }
}
