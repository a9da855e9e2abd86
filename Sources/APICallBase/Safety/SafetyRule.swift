#if DEBUG
  import Glibc
#endif

/// A row of a table of safety: ``RequestRule``, ``ReadRule`` or ``WriteRule``.
///
/// Every decision about a request, a file that is read and a file that is written asks its row whether
/// it holds. In a debug build the variable `APICALL_TEST_RULE_OFF` names rows that do not, so that a
/// test can show that each is needed; a release has no such switch.
package protocol SafetyRule: RawRepresentable<String>, CaseIterable, Sendable {}

#if DEBUG
  private let switchedOff: [String] = {
    guard let text = getenv("APICALL_TEST_RULE_OFF") else { return [] }
    return String(cString: text).split(separator: ",").map(String.init)
  }()
#endif

extension SafetyRule {
  /// Whether the row holds: true, unless a test has switched it off.
  package var holds: Bool {
    #if DEBUG
      return !switchedOff.contains(rawValue)
    #else
      return true
    #endif
  }
}

/// What is asked of every request before it is sent.
///
/// Each row is in SECURITY of apicall(1), and a test fails where one of them does not hold.
package enum RequestRule: String, SafetyRule {
  /// A stored secret, and all that is made of it, goes to the origins that the secret is for.
  case secretOrigins = "secret-origins"
  /// In a folder that is not trusted, every part of the response to a request with a stored secret
  /// goes to the origins of that secret.
  case untrustedResponses = "untrusted-responses"
  /// So does an output with `secret: true`, in every folder.
  case secretOutputs = "secret-outputs"
  /// So does a cookie that the response sets, or another of its credentials.
  case cookies
  /// So does a part of the response in which the secret stands.
  case echoes
  /// A redirect leads to another origin only where the two rules before let its URL go there.
  case redirects
  /// A request whose host a response chose holds no secret, unless the host is that server's own, the
  /// secret is for it, or a trusted file names it.
  case chosenHosts = "chosen-hosts"
  /// Variables and netrc files are read for files all of whose callers are trusted.
  case trustOfAll = "trust-of-all"
  /// A variable that a trusted file has read is handed on to files that are trusted, too.
  case handedVariables = "handed-variables"
  /// A file that a step has saved goes where the response may go that is in it.
  case savedResponses = "saved-responses"
  /// What the files themselves show is refused before the first request.
  case foreseen
}

/// What decides about outputs that are kept as stored secrets: `store`.
///
/// Each row is in SECURITY of apicall(1), and a test fails where one of them does not hold.
package enum StoreRule: String, SafetyRule {
  /// Outputs are stored for files all of which are trusted, or where the user says so.
  case trust = "store-trust"
  /// A value is stored for its server, and for no origin that a secret it was made with is not for.
  case origins = "store-origins"
  /// A secret is replaced by a value of a server that it is for.
  case replacement = "store-replacement"
}

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
