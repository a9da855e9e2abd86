import APICallBase
import APICallContracts
import APICallSafety
import APICallText

/// A profile of the user's own files `~/.aws/credentials` and `~/.aws/config`.
struct AWSProfile {
  let id: String
  let secret: String
  let token: String?
  let region: String?

  init(
    _ name: String, _ variable: (String) -> String?, _ files: any FileSystem
  ) throws(AuthProblem) {
    func path(_ setting: String, _ file: String) throws(AuthProblem) -> String {
      if let path = variable(setting) { return path }
      guard let home = variable("HOME") else {
        throw AuthProblem(
          "the keys of AWS are not found: neither AWS_ACCESS_KEY_ID nor HOME is set",
          status: .noPermission)
      }
      return FilePath.join(home, ".aws/\(file)")
    }
    let place = try path("AWS_SHARED_CREDENTIALS_FILE", "credentials")
    let config = try path("AWS_CONFIG_FILE", "config")
    var settings: [String: String]?
    if files.status(of: config)?.kind == .file,
      let bytes = try? files.open(config).readAll(limit: CredentialFile.limit)
    {
      settings = Self.section(name == "default" ? name : "profile \(name)", of: bytes)
    }
    guard files.status(of: place) != nil || settings?.isEmpty == false else {
      throw AuthProblem(
        "no keys of AWS were found: AWS_ACCESS_KEY_ID is not set, and '\(place)' does not exist",
        hint: "run 'aws configure', or set 'access_key' and 'secret_key'", status: .noPermission)
    }
    var keys: [String: String] = [:]
    if files.status(of: place) != nil {
      let file = CredentialFile(
        path: place, noun: "file of keys",
        remedy: "set AWS_SHARED_CREDENTIALS_FILE to a file in a folder of your own")
      keys = Self.section(name, of: try file.bytes(by: files))
    }
    guard let id = keys["aws_access_key_id"], let secret = keys["aws_secret_access_key"] else {
      throw Self.missing(name, in: place, settings: settings ?? [:], keys: keys)
    }
    self.id = id
    self.secret = secret
    token = keys["aws_session_token"]
    region = settings?["region"] ?? keys["region"]
  }

  private static func missing(
    _ name: String, in place: String, settings: [String: String], keys: [String: String]
  ) -> AuthProblem {
    // Other tools can make keys of these.
    let made = (Array(settings.keys) + Array(keys.keys)).contains {
      $0.hasPrefix("sso_") || ["role_arn", "credential_process", "login_session"].contains($0)
    }
    return AuthProblem(
      "'\(place)' has no keys for the profile '\(name)'", of: "profile",
      hint: made
        ? "let AWS's own tool make them, in the shell, with 'profile' left out here: eval "
          + "\"$(aws configure export-credentials --profile \(ShellWord.path(name)) --format env)\""
        : "run 'aws configure --profile \(ShellWord.path(name))'", status: .noPermission)
  }

  /// The settings of a section: its lines `name = value`; an indented line belongs to a value that
  /// is a list of settings.
  private static func section(_ name: String, of bytes: [UInt8]) -> [String: String] {
    var settings: [String: String] = [:]
    var isInside = false
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.trimmed
      if text.isEmpty || "#;".contains(text[text.startIndex]) { continue }
      if text.first == "[", let end = text.lastIndex(of: "]") {
        let words = text[text.index(after: text.startIndex)..<end].split(
          whereSeparator: \.isWhitespace)
        isInside = name == words.joined(separator: " ").filter { $0 != "\"" }
      } else if isInside, line.first?.isWhitespace == false, let equals = text.firstIndex(of: "=") {
        settings[text[..<equals].trimmed.lowercased()] = String(
          text[text.index(after: equals)...].trimmed)
      }
    }
    return settings
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let rest = drop(while: \.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return rest[...last]
  }
}
