import APICallBase
import APICallText
import Glibc

/// The folders of the XDG Base Directory Specification in which apicall keeps files, each in a
/// subfolder named `apicall`.
package enum BaseFolder: Sendable, CaseIterable {
  /// Data that is kept from run to run: XDG_STATE_HOME, or ~/.local/state.
  case state
  /// Secrets and plugins: XDG_DATA_HOME, or ~/.local/share.
  case data

  /// The path of the folder `apicall`; nil if neither the variable nor HOME is set.
  package var location: String? { location(by: Program.environment) }

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

/// The folders in which to look for plugins.
package struct PluginRoots: Sendable {
  /// The variable that replaces them all: folders separated by colons; if it is empty, there are
  /// none.
  package static let variable = "APICALL_PLUGIN_PATH"
  package static let ofMachine = ["/usr/local/lib/apicall/plugins", "/usr/lib/apicall/plugins"]

  /// The folders, in the order in which they are searched.
  package let folders: [String]
  /// The user's own folder, in which plugins are installed; nil if neither the variable nor HOME is
  /// set.
  package let ofUser: String?

  package init(folders: [String]) {
    self.folders = folders
    ofUser = nil
  }

  package init(
    workingDirectory: String, program: String? = Program.folder, variable: (String) -> String?
  ) {
    ofUser = BaseFolder.data.location(by: variable).map {
      FilePath.normalized(FilePath.join($0, "plugins"))
    }
    if let path = variable(Self.variable) {
      folders = path.split(separator: ":").map {
        FilePath.normalized(FilePath.join(workingDirectory, String($0)))
      }
    } else {
      var folders = ofUser.map { [$0] } ?? []
      let besides = program.flatMap { Self.installed(with: $0) }
      if let besides, !Self.ofMachine.contains(besides) { folders.append(besides) }
      self.folders = folders + Self.ofMachine
    }
  }
}

extension PluginRoots {
  /// The folder of the plugins that are installed together with a program.
  ///
  /// Returns `lib/apicall/plugins` beside a folder `bin`; nil for any other folder.
  private static func installed(with folder: String) -> String? {
    guard FilePath.name(of: folder) == "bin" else { return nil }
    return FilePath.join(FilePath.folder(of: folder), "lib/apicall/plugins")
  }
}

/// The folders in which apicall keeps its own files: state, secrets and plugins.
///
/// No file may read or write anything in them.
enum OwnFolders {
  static var paths: [String] {
    let files = SystemFiles()
    let plugins = PluginRoots(
      workingDirectory: files.workingDirectory, variable: Program.environment)
    return (BaseFolder.allCases.compactMap(\.location) + plugins.folders).map {
      files.canonicalPath(of: $0) ?? FilePath.normalized($0)
    }
  }
}

/// The home folders of users, which are too wide for a file to read everything in them.
enum HomeFolders {
  /// Returns whether a folder is a home folder: that of HOME, of the user who runs the program, or
  /// of its owner; `/` counts too.
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
