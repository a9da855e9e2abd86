package import APICallBase
package import APICallHTTP
import APICallLanguage
import APICallText
import YAMLTree

/// A reference to a host of the profile by name: `<hosts.auth>`, or `<hosts.auth>/base`.
package struct HostReference: Sendable {
  package let name: String
  /// The text after the placeholder, as written: empty, or a base path.
  package let base: String
  /// The place of the whole reference, and of the placeholder.
  let mark: Mark
  let placeholder: Placeholder

  /// Finds the reference at the beginning of a host; nil if the host begins with something else.
  init?(_ template: Template) {
    guard case .placeholder(let placeholder) = template.parts.first, placeholder.isHost,
      case .reference(let reference) = placeholder.expression.form,
      case .member(let name) = reference.steps.first, reference.steps.count == 1
    else { return nil }
    self.name = name
    self.placeholder = placeholder
    base = Template(parts: Array(template.parts.dropFirst()), mark: template.mark).written
    mark = template.mark
  }

  /// The address of the host.
  ///
  /// Returns its address, followed by the base path of the reference. Throws the problem, if the
  /// base path is not valid.
  package func address(at host: ProjectSpec.Host) throws(Message) -> HostAddress {
    guard base.isEmpty || base.begins(with: "/") else {
      throw Message(
        "'\(base)' cannot follow \(placeholder.text)", at: mark,
        hint: "only a base path can, as in \(placeholder.text)/v1")
    }
    let text = host.address.text + base
    return try rethrowing(HostAddress(text)) { (error: HostProblem) in
      error.diagnostic(of: text, at: mark)
    }
  }

  package func unknown(in project: ProjectSpec?, _ profile: ProjectSpec.Profile?) -> Message {
    let what = "\(placeholder.text) is a host of a profile"
    guard let project else {
      return Message(
        "\(what), but there is no \(ProjectFile.name) above \(mark.source.name)",
        at: placeholder.mark, hint: "write the host itself, or use --host URL")
    }
    guard let profile else {
      return Message(
        "\(what), but \(project.file) does not name a profile", at: placeholder.mark,
        hint: "choose one with 'profile: NAME' there, or with --profile NAME")
    }
    return Message(
      "the profile '\(profile.name)' has no host '\(name)'", at: placeholder.mark,
      hint: Nearest.hint(for: name, among: profile.hosts.map(\.name), noun: "hosts"))
  }
}

extension Placeholder {
  var isHost: Bool {
    guard case .reference(let reference) = expression.form else { return false }
    return reference.name == "hosts" && !keepsSlashes
  }
}

extension EndpointSpec {
  package var hostReference: HostReference? { host.flatMap { HostReference($0) } }

  /// Whether the call goes to a host of the profile, as far as the file determines it.
  package var isForProfile: Bool { url == nil && (host == nil || hostReference != nil) }
}
