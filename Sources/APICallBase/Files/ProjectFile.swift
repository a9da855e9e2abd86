/// The project file, by its name.
package enum ProjectFile {
  /// The file's name.
  package static let name = "apicall.yaml"
}
