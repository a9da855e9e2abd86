import APICallBase
import Glibc

/// The folders of the XDG Base Directory Specification that apicall keeps files in: each has one named
/// `apicall`.
package enum BaseFolder: Sendable, CaseIterable {
  /// What is kept from run to run: XDG_STATE_HOME, or ~/.local/state.
  case state
  /// Secrets and plugins: XDG_DATA_HOME, or ~/.local/share.
  case data

  /// Where the folder `apicall` is; nil where there is neither variable nor home.
  package var location: String? { location(by: Program.environment) }

  /// Finds the folder `apicall`.
  ///
  /// - Parameter variable: looks up a variable of the environment; a relative one is not looked at.
  /// - Returns: where it is; nil where there is neither variable nor home.
  package func location(by variable: (String) -> String?) -> String? {
    let (name, usual) =
      switch self {
      case .state: ("XDG_STATE_HOME", ".local/state")
      case .data: ("XDG_DATA_HOME", ".local/share")
      }
    func absolute(_ name: String) -> String? {
      variable(name).flatMap { $0.begins(with: "/") ? $0 : nil }
    }
    let base = absolute(name) ?? absolute("HOME").map { FilePath.join($0, usual) }
    return base.map { FilePath.join($0, "apicall") }
  }
}

/// The folders that plugins are looked for in.
package struct PluginRoots: Sendable {
  /// The variable that replaces them all: folders with colons between; none where it is empty.
  package static let variable = "APICALL_PLUGIN_PATH"
  /// Those of the machine, behind the user's own.
  package static let ofMachine = ["/usr/local/lib/apicall/plugins", "/usr/lib/apicall/plugins"]

  /// The folders, in the order in which they are looked through.
  package let folders: [String]
  /// The user's own, which plugins are installed in; nil where there is neither variable nor home.
  package let ofUser: String?

  /// Finds the folders by the environment.
  ///
  /// - Parameters:
  ///   - workingDirectory: what a relative path in ``variable`` starts from.
  ///   - variable: looks up a variable of the environment.
  package init(workingDirectory: String, variable: (String) -> String?) {
    ofUser = BaseFolder.data.location(by: variable).map {
      FilePath.normalized(FilePath.join($0, "plugins"))
    }
    if let path = variable(Self.variable) {
      folders = path.split(separator: ":").map {
        FilePath.normalized(FilePath.join(workingDirectory, String($0)))
      }
    } else {
      folders = (ofUser.map { [$0] } ?? []) + Self.ofMachine
    }
  }
}

/// The folders that hold what apicall keeps for itself: state, secrets and plugins.
///
/// No file names anything in them to be read or written.
enum OwnFolders {
  /// Canonical paths.
  static var paths: [String] {
    let files = SystemFiles()
    let plugins = PluginRoots(
      workingDirectory: files.workingDirectory, variable: Program.environment)
    return (BaseFolder.allCases.compactMap(\.location) + plugins.folders).map {
      files.canonicalPath(of: $0) ?? FilePath.normalized($0)
    }
  }
}

/// The home folders of users: too wide for a file to read what lies in them.
enum HomeFolders {
  /// Whether a folder is one: that of HOME, that of the user who runs the program, or that of its
  /// owner; and `/` is.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: whether it is one.
  static func holds(_ folder: String) -> Bool {
    if folder == "/" { return true }
    let files = SystemFiles()
    if let home = Program.environment("HOME"), !home.isEmpty {
      if files.canonicalPath(of: home) == folder { return true }
    }
    var users = [geteuid(), getuid()]
    var information = stat()
    if stat(folder, &information) == 0 { users.append(information.st_uid) }
    return Set(users).contains { user in
      home(of: user).flatMap { files.canonicalPath(of: $0) } == folder
    }
  }

  /// The home of a user (getpwuid_r(3)); nil where there is none.
  private static func home(of user: uid_t) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let home = entry.pw_dir
    else { return nil }
    return String(cString: home)
  }
}
