import APICallBase
import APICallHTTP

/// The user's netrc file: `$NETRC`, or `.netrc` in the home folder.
struct NetrcFile {
  /// The most octets that are read of it.
  private static let limit = 1 << 20

  /// The path as messages show it.
  private let path: String
  private let entries: [NetrcEntry]

  /// Reads the file.
  ///
  /// - Parameter world: knows where it is, and whose.
  /// - Throws: an ``AuthProblem`` with exit status 77 where there is none that is the user's alone.
  init(of world: World) throws(AuthProblem) {
    path = try Self.path(in: world)
    entries = NetrcReader.entries(of: try Self.octets(of: path, world.files))
  }

  private static func path(in world: World) throws(AuthProblem) -> String {
    if let path = world.caller.variable("NETRC"), !path.isEmpty { return path }
    guard let home = world.caller.variable("HOME"), !home.isEmpty else {
      throw AuthProblem(
        "there is no netrc file: neither NETRC nor HOME is set",
        hint: "set NETRC to the path of the file", status: .noPermission)
    }
    return FilePath.join(home, ".netrc")
  }

  private static func octets(
    of path: String, _ files: any FileSystem
  ) throws(AuthProblem) -> [UInt8] {
    // A pipe in its place would be waited for.
    guard let status = files.status(of: path) else {
      throw AuthProblem(
        "there is no netrc file '\(path)'",
        hint: "NETRC names another one; its entries are 'machine HOST login NAME password WORD'",
        status: .noPermission)
    }
    try check(status, of: path)
    if let place = files.canonicalPath(of: path),
      let (found, fault) = files.trustFault(of: place, upTo: FilePath.folder(of: place))
    {
      throw AuthProblem(
        "\(fault.words(for: found)), so the netrc file is not read",
        hint: fault.remedy(for: found, owning: "NETRC names a file in a folder of your own"),
        status: .noPermission)
    }
    let file: any FileReader
    let opened: FileStatus
    let octets: [UInt8]
    do {
      file = try files.open(path)
      opened = try file.status()
      octets = try file.readAll(limit: limit)
    } catch {
      throw AuthProblem("cannot read '\(path)': \(error.reason)", status: .noPermission)
    }
    // It may have been replaced meanwhile.
    try check(opened, of: path)
    return octets
  }

  /// A file that another can read, or can have put there, keeps no secret.
  private static func check(_ status: FileStatus, of path: String) throws(AuthProblem) {
    guard status.kind == .file else {
      throw AuthProblem("'\(path)' is no regular file", status: .noPermission)
    }
    guard status.isPrivate else {
      throw AuthProblem(
        "others may read '\(path)', or it belongs to another user",
        hint: "'chmod 600 \(ShellWord.path(path))' takes the right from them", status: .noPermission
      )
    }
  }

  /// Finds what the file has for a host: the first entry of its name, in any case of letters.
  ///
  /// - Parameters:
  ///   - host: the host's name or address; an IPv6 address may stand in brackets.
  ///   - login: the name to look for; nil for any.
  /// - Returns: the name and the password.
  /// - Throws: an ``AuthProblem`` that names the file and the host, and nothing else of the file.
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
          + (entry.isClean ? "has \(missing)" : "has a word that is none of its own"),
        hint: "write 'machine \(host) login NAME password WORD';"
          + " a word with spaces or # in it stands in double quotes",
        status: .noPermission)
    }
    return (own, password)
  }

  /// A host's name as it is compared.
  private static func folded(_ host: String) -> String {
    var name = host.lowercased()[...]
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    if name.hasSuffix(".") { name = name.dropLast() }
    return String(name)
  }
}
