import Foundation
import Synchronization

/// The responses of a random project's servers, and the texts that they should not have received.
///
/// Each response contains unique texts, so that it shows where a response went.
final class RandomServers: Sendable {
  /// A text that a server made up.
  private struct Mark: Sendable {
    let spellings: [SecretSpelling]
    /// The secrets in the request of this response.
    let roots: Set<String>
  }

  private struct State: Sendable {
    var number = 0
    var marks: [Mark] = []
    var leaks: [String] = []
    var requests = 0
  }

  /// A secret: the letters of its servers, and its spellings.
  private struct Secret: Sendable {
    let origins: String
    let spellings: [SecretSpelling]
  }

  private let secrets: [String: Secret]
  /// The text that the user typed, and where no response may lead it.
  private let typed: [SecretSpelling]
  /// The contents of files outside.
  private let canary: [SecretSpelling]
  private let isTrusted: Bool
  /// Whether responses lead nowhere else.
  private let isHonest: Bool
  private let names: HostileProject.Names
  private let state = Mutex(State())

  init(
    _ project: RandomProject, values: [String: String], canary: String,
    names: HostileProject.Names
  ) {
    secrets = project.secrets.reduce(into: [:]) { all, secret in
      all[secret.key] = Secret(
        origins: secret.value, spellings: SecretSpelling.all(of: values[secret.key] ?? ""))
    }
    typed = SecretSpelling.all(of: names.other)
    self.canary = SecretSpelling.all(of: canary)
    isTrusted = project.isTrusted
    isHonest = project.isHonest
    self.names = names
  }

  /// The problems in the requests they received.
  var leaks: [String] { state.withLock { $0.leaks } }
  /// The number of requests they received.
  var requests: Int { state.withLock { $0.requests } }

  /// Responds to a request.
  func answer(_ server: String, _ request: HeardRequest) -> HostileReply {
    state.withLock { answer(server, request, &$0) }
  }

  private func answer(
    _ server: String, _ request: HeardRequest, _ state: inout State
  ) -> HostileReply {
    let text = SearchedRequest(request.bytes)
    let line = "\(server) \(request.method) \(request.path)"
    state.requests += 1
    var roots: Set<String> = []
    for (name, secret) in secrets {
      guard let spelling = text.spelling(of: secret.spellings) else { continue }
      roots.insert(name)
      if !secret.origins.contains(server) {
        state.leaks.append("'\(line)' holds the secret '\(name)' (\(spelling))")
      }
    }
    for mark in state.marks {
      guard let spelling = text.spelling(of: mark.spellings) else { continue }
      roots.formUnion(mark.roots)
      for root in mark.roots where secrets[root]?.origins.contains(server) == false {
        state.leaks.append(
          "'\(line)' holds what answered a request with '\(root)' (\(spelling))")
      }
    }
    // The path shows which server's response chose the host, and which secret signed the request.
    let words = request.path.split(separator: "/")
    if words.dropLast().last == "signed", let name = words.last,
      secrets[String(name)]?.origins.contains(server) == false
    {
      state.leaks.append("'\(line)' is signed with the secret '\(name)'")
    }
    if words.first == "chosen", words.count > 1, words[1] != server, !isTrusted,
      let spelling = text.spelling(of: typed)
    {
      state.leaks.append("'\(line)', which \(words[1]) chose, holds a typed secret (\(spelling))")
    }
    if let spelling = text.spelling(of: canary) {
      state.leaks.append("'\(line)' holds a file from outside (\(spelling))")
    }
    state.number += 1
    let number = state.number
    func mark(_ kind: String) -> String { "\(kind)\(names.number)w\(number)XyZ" }
    // In a trusted folder plain parts are unrestricted.
    var confined = [mark("ck")]
    if ["s", "redirect", "token"].contains(words.first) { confined.append(mark("tk")) }
    if !isTrusted { confined += [mark("nm"), mark("tk")] }
    if !roots.isEmpty {
      for text in Set(confined) {
        state.marks.append(Mark(spellings: SecretSpelling.all(of: text), roots: roots))
      }
    }
    return reply(server, words.first.map(String.init) ?? "", number, mark)
  }

  private func reply(
    _ server: String, _ kind: String, _ number: Int, _ mark: (String) -> String
  ) -> HostileReply {
    let next = ["A": "B", "B": "C", "C": "A"][server] ?? "A"
    let other = isHonest || number % 3 == 0 ? server : next
    let echo = ["%GOT%", "%GOT:base64%", "%GOT:hex%", "%GOT:percent%"][number % 4]
    if kind == "redirect" {
      return HostileReply(
        ["302 Found", "307 Temporary Redirect", "303 See Other"][number % 3],
        fields: [names.fill("Location: $\(other)/r?q=\(number % 2 == 0 ? "x" : "%GOT:percent%")")])
    }
    let name = mark("nm")
    if kind == "token" {
      return HostileReply(
        fields: [],
        """
        {"access_token":"\(mark("tk"))","token_type":"Bearer","refresh_token":"\(mark("ck"))",\
        "expires_in":\(number % 2 == 0 ? 1 : 3600)}
        """)
    }
    return HostileReply(
      fields: ["ETag: \(name)", "Set-Cookie: sid=\(mark("ck")); Path=/"],
      names.fill(
        """
        {"name":"\(name)","token":"\(mark("tk"))","echo":"a \(echo)",\
        "list":[{"id":"\(name)-1"},{"id":"\(name)-2"}],"url":"$\(other)/chosen/\(server)/\(name)"}
        """))
  }
}
