/// What decides about files that are read because a file says so: the body of a request, a base, a
/// called file, the rows of a loop, the default of an input.
///
/// ``FileRoot`` asks the first six rows, and what opens the file the two after them. What the user types
/// on the command line is free: the file that is run, and the value of an input of type `file`.
package enum ReadRule: String, SafetyRule {
  /// A path in a file is relative to that file.
  case absolutePath = "read-absolute-path"
  /// A path in a file stays in the project's folder, or in that of a file outside of any project,
  /// and in those that `--file-root` names.
  case outsideRoot = "read-outside-root"
  /// A symbolic link is followed within these folders alone.
  case linkOutside = "read-link-outside"
  /// No path in a file leads to a name that begins with a dot, or through one.
  case dotName = "read-dot-name"
  /// Where the folder is a home folder or `/`, a file reaches the files in its own folder alone.
  case homeFolder = "read-home-folder"
  /// The folders that hold apicall's own state, secrets and plugins are not read.
  case ownFolder = "read-own-folder"
  /// What is opened is what was judged: a symbolic link that has come there since is not followed.
  case replacedByLink = "read-replaced-by-link"
  /// What is read is a regular file, and no device, pipe or socket.
  case notRegular = "read-not-regular"
  /// What is trusted belongs to the user or to root, and nobody else can write to it or to the
  /// folder that holds it: ``FileSystem/trustFault(of:upTo:)``.
  case trustedOwner = "read-trusted-owner"
  /// A symbolic link to a trusted file is trusted where the folder that it lies in is trusted, too.
  case trustedLink = "read-trusted-link"
  /// The first part of a file is gone on with where its record was sealed by the user's own key.
  case foreignPart = "read-foreign-part"
}
