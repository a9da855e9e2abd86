import APICallBase
import APICallContracts
import APICallSafety
import APICallText

/// The user's netrc file: `$NETRC`, or `.netrc` in the home folder.
struct NetrcFile {
  /// The largest number of bytes that are read.
  private static let limit = 1 << 20

  private let path: String
  private let entries: [NetrcEntry]

  init(of world: World) throws(AuthProblem) {
    path = try Self.path(in: world)
    entries = NetrcReader.entries(of: try Self.bytes(of: path, world.files))
  }

  private static func path(in world: World) throws(AuthProblem) -> String {
    if let path = world.caller.variable("NETRC"), !path.isEmpty { return path }
    guard let home = world.caller.variable("HOME"), !home.isEmpty else {
      throw AuthProblem(
        "netrc file not found: neither NETRC nor HOME is set",
        hint: "set NETRC to the path of the file", status: .noPermission)
    }
    return FilePath.join(home, ".netrc")
  }

  private static func bytes(
    of path: String, _ files: any FileSystem
  ) throws(AuthProblem) -> [UInt8] {
    // A pipe in its place would block.
    guard let status = files.status(of: path) else {
      throw AuthProblem(
        "netrc file '\(path)' does not exist",
        hint: "add 'machine HOST login NAME password WORD', or set NETRC to another file",
        status: .noPermission)
    }
    try check(status, of: path)
    if let place = files.canonicalPath(of: path),
      let (found, fault) = files.trustFault(of: place, upTo: FilePath.folder(of: place))
    {
      throw AuthProblem(
        "\(fault.words(for: found)), so the netrc file is not read",
        hint: fault.remedy(for: found, owning: "set NETRC to a file in a folder of your own"),
        status: .noPermission)
    }
    let file: any FileReader
    let opened: FileStatus
    let bytes: [UInt8]
    do {
      file = try files.open(path)
      opened = try file.status()
      bytes = try file.readAll(limit: limit)
    } catch {
      throw AuthProblem("cannot read '\(path)': \(error.reason)", status: .noPermission)
    }
    // The file may have been replaced after the check.
    try check(opened, of: path)
    return bytes
  }

  /// Rejects a file that others can read, or that another user owns.
  private static func check(_ status: FileStatus, of path: String) throws(AuthProblem) {
    guard status.kind == .file else {
      throw AuthProblem("'\(path)' is not a regular file", status: .noPermission)
    }
    guard status.isPrivate else {
      throw AuthProblem(
        "others may read '\(path)', or it belongs to another user",
        hint: "run 'chmod 600 \(ShellWord.path(path))'", status: .noPermission)
    }
  }

  /// Finds the first entry for a host.
  ///
  /// Letter case does not matter.
  ///
  /// Throws an ``AuthProblem`` that contains only the file's path and the host.
  func entry(
    for host: String, login: [UInt8]?
  ) throws(AuthProblem) -> (login: [UInt8], password: [UInt8]) {
    let name = Self.folded(host)
    let ofHost = entries.filter { $0.host.map { Self.folded($0) == name } ?? false }
    let wanted = ofHost.first { entry in
      guard let login, let own = entry.login else { return true }
      return own == login
    }
    guard let entry = wanted else {
      let hasDefault = entries.contains { $0.host == nil }
      throw AuthProblem(
        "'\(path)' has no entry for '\(host)'" + (ofHost.isEmpty ? "" : " with this login"),
        of: ofHost.isEmpty ? nil : "login",
        hint: "add 'machine \(host) login NAME password WORD'"
          + (hasDefault ? "; the entry 'default' is not used" : ""),
        status: .noPermission)
    }
    guard entry.isClean, let own = entry.login ?? login, let password = entry.password else {
      let missing = entry.password == nil ? "no password" : "no login"
      throw AuthProblem(
        "the entry for '\(host)' in '\(path)', line \(entry.line), "
          + (entry.isClean ? "has \(missing)" : "has an unknown word"),
        hint: "write 'machine \(host) login NAME password WORD',"
          + "with words that contain spaces or # in double quotes",
        status: .noPermission)
    }
    return (own, password)
  }

  private static func folded(_ host: String) -> String {
    var name = host.lowercased()[...]
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    if name.hasSuffix(".") { name = name.dropLast() }
    return String(name)
  }
}
