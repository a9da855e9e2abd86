/// What decides about files that are written because a file says so.
///
/// Most rows are for those that `save:` names; of the last two, one is for `--output` as well, and one
/// for `apicall fmt` alone.
///
/// ``SavePath`` asks the rows that are about text, ``StepFile`` the one about trust, and what opens the
/// file those about the disk. What
/// the user types on the command line is free: it may be absolute, a name with a dot, or lead through
/// symbolic links. What a file adds to it is confined below it.
package enum WriteRule: String, SafetyRule {
  /// A path begins with a slash only where the user typed the slash.
  case absolutePath = "write-absolute-path"
  /// No `..` that a file holds leads to the folder above.
  case parentFolder = "write-parent-folder"
  /// No name that a file holds begins with a dot.
  case dotName = "write-dot-name"
  /// A symbolic link that the user did not type is not followed: to a file, to a folder, to nothing.
  case link = "write-link"
  /// What the user did not type is a regular file, and no device, pipe or socket.
  case notRegular = "write-not-regular"
  /// The folders that hold apicall's own state, secrets and plugins are not written to.
  case ownFolder = "write-own-folder"
  /// Nothing that is not trusted is written into a folder that is: what a server sends would gain the
  /// user's trust.
  case trustedFolder = "write-trusted-folder"
  /// A server's value names no file that apicall reads as one of its own, `*.yaml`; nor does the name that
  /// a download gets, `--output FOLDER`, nor a script that is not trusted.
  case specName = "write-spec-name"
  /// A file that replaces another one is not executable and gives nobody's rights, `--output` too.
  case replacedMode = "write-replaced-mode"
  /// `apicall fmt` writes through no symbolic link that it finds in a folder.
  case foundLink = "write-found-link"
}
