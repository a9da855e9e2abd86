#if DEBUG
  import Glibc
#endif

/// A row of a safety table: ``RequestRule``, ``StoreRule``, ``ReadRule`` or ``WriteRule``.
///
/// Every decision about a request, a secret to store, a file to read or a file to write checks
/// whether its row holds. In a debug build, the environment variable `APICALL_TEST_RULE_OFF` names
/// rows to switch off, so that a test can show that each row is needed. A release build has no such
/// switch.
package protocol SafetyRule: RawRepresentable<String>, CaseIterable, Sendable {}

#if DEBUG
  private let switchedOff: [String] = {
    guard let text = getenv("APICALL_TEST_RULE_OFF") else { return [] }
    return String(cString: text).split(separator: ",").map(String.init)
  }()
#endif

extension SafetyRule {
  /// Whether the rule holds: true, unless a test has switched it off.
  package var holds: Bool {
    #if DEBUG
      return !switchedOff.contains(rawValue)
    #else
      return true
    #endif
  }
}

/// The rules for every request before it is sent.
///
/// Each row is documented in apicall-security(7), and a test fails if one of them does not hold.
package enum RequestRule: String, SafetyRule {
  /// A run with untrusted files that name a stored secret reaches only origins that every secret in
  /// its files allows, with the methods that the user granted: ``RunLock``.
  case lock
  /// A stored secret, and everything derived from it, goes only to the origins of the secret.
  case secretOrigins = "secret-origins"
  /// In an untrusted folder, every part of the response to a request with a stored secret goes only
  /// to the origins of that secret.
  case untrustedResponses = "untrusted-responses"
  /// The same holds for an output with `secret: true`, in every folder.
  case secretOutputs = "secret-outputs"
  /// The same holds for the cookies and other credentials that the response sets.
  case cookies
  /// The same holds for a part of the response that contains the secret.
  case echoes
  /// A redirect is followed to another origin only if the two rules before this one let its URL go
  /// there.
  case redirects
  /// If a response chose the host of a request, the request contains no secret, unless the host is
  /// that server itself, the secret is for the host, or a trusted file names it.
  case chosenHosts = "chosen-hosts"
  /// Variables and netrc files are read only for files whose callers are all trusted.
  case trustOfAll = "trust-of-all"
  /// A variable that a trusted file has read is passed only to files that are also trusted.
  case handedVariables = "handed-variables"
  /// A file that a step saved goes only where the saved response may go.
  case savedResponses = "saved-responses"
  /// Violations that are visible in the files themselves are reported before the first request.
  case foreseen
}

/// The rules for outputs that are kept as stored secrets: `store`.
///
/// Each row is in apicall-security(7), and a test fails if one of them does not hold.
package enum StoreRule: String, SafetyRule {
  /// Outputs are stored if all files of the run are trusted, or if the user agrees.
  case trust = "store-trust"
  /// A value is stored for its server, and for no origin that a secret it was made with is not for.
  case origins = "store-origins"
  /// A secret is replaced only by a value from a server that the secret is for.
  case replacement = "store-replacement"
}

/// The rules for files that are read because a file names them: the body of a request, a base, a
/// called file, the rows of a loop, the default of an input.
///
/// ``FileRoot`` checks the first six rows; the code that opens the file checks the next two. Paths
/// that the user types on the command line are not restricted: the file to run, and the value of an
/// input of type `file`.
package enum ReadRule: String, SafetyRule {
  /// A path in a file is relative to that file.
  case absolutePath = "read-absolute-path"
  /// A path in a file stays in the project folder, or in the file's own folder outside a project,
  /// and in the folders of `--file-root`.
  case outsideRoot = "read-outside-root"
  /// A symbolic link is followed only within these folders.
  case linkOutside = "read-link-outside"
  /// A path in a file does not lead to or through a name that begins with a dot.
  case dotName = "read-dot-name"
  /// If the project folder is a home folder or `/`, a file can read only the files in its own
  /// folder.
  case homeFolder = "read-home-folder"
  /// The folders with apicall's own state, secrets and plugins are not read.
  case ownFolder = "read-own-folder"
  /// The file that is opened is the one that was checked: a symbolic link created since is not
  /// followed.
  case replacedByLink = "read-replaced-by-link"
  /// Only regular files are read, not devices, pipes or sockets.
  case notRegular = "read-not-regular"
  /// A trusted file belongs to the user or to root, and no other user can write to it or to its
  /// folder: ``FileSystem/trustFault(of:upTo:)``.
  case trustedOwner = "read-trusted-owner"
  /// A symbolic link to a trusted file is trusted only if the folder of the link is also trusted.
  case trustedLink = "read-trusted-link"
  /// A partial download is resumed only if its record was sealed with the user's own key.
  case foreignPart = "read-foreign-part"
}

/// The rules for files that are written because a file names them.
///
/// Most rows apply to the paths of `save:`. Of the last two, one also applies to `--output`, and
/// the other only to `apicall fmt`.
///
/// ``SavePath`` checks the rows about the text of a path, ``StepFile`` those about trust, and the
/// code that opens the file checks those about the file system. Paths that the user types on the
/// command line are not restricted: they may be absolute, contain a name with a dot, or lead
/// through symbolic links. What a file adds to such a path stays below it.
package enum WriteRule: String, SafetyRule {
  /// A path begins with a slash only if the user typed the slash.
  case absolutePath = "write-absolute-path"
  /// A `..` from a file does not lead to the parent folder.
  case parentFolder = "write-parent-folder"
  /// A name from a file does not begin with a dot.
  case dotName = "write-dot-name"
  /// A symbolic link that the user did not type is not followed, whether it leads to a file, to a
  /// folder or to nothing.
  case link = "write-link"
  /// A target that the user did not type is a regular file, not a device, pipe or socket.
  case notRegular = "write-not-regular"
  /// The folders with apicall's own state, secrets and plugins are not written to.
  case ownFolder = "write-own-folder"
  /// A script that is not trusted writes only where the user says: to a path that the user typed, or
  /// below the folder of `--into`.
  case untrustedPath = "write-untrusted-path"
  /// A script that is not trusted replaces only a file that a step has saved, and that was not changed
  /// since.
  case foreignFile = "write-foreign-file"
  /// Untrusted data is not written into a trusted folder: data from a server would become trusted.
  case trustedFolder = "write-trusted-folder"
  /// A server's value does not name a file that apicall would read as its own, `*.yaml`; nor does
  /// the name of a download, `--output FOLDER`.
  case specName = "write-spec-name"
  /// A file that replaces another one, including with `--output`, is not executable and has no
  /// set-ID bit.
  case replacedMode = "write-replaced-mode"
  /// `apicall fmt` does not write through a symbolic link that it finds in a folder.
  case foundLink = "write-found-link"
}
