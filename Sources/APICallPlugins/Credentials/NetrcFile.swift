import APICallBase
import APICallContracts
import APICallSafety
import APICallText

/// The user's netrc file: `$NETRC`, or `.netrc` in the home folder.
struct NetrcFile {
  private let path: String
  private let entries: [NetrcEntry]

  init(of world: World) throws(AuthProblem) {
    path = try Self.path(in: world)
    guard world.files.status(of: path) != nil else {
      throw AuthProblem(
        "netrc file '\(path)' does not exist",
        hint: "add 'machine HOST login NAME password WORD', or set NETRC to another file",
        status: .noPermission)
    }
    let file = CredentialFile(
      path: path, noun: "netrc file", remedy: "set NETRC to a file in a folder of your own")
    entries = NetrcReader.entries(of: try file.bytes(by: world.files))
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
