import Glibc

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
