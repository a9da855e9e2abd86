package import APICallBase
package import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallSafety
import YAMLTree

/// Sends requests to a host that the spec itself, or the command line, names.
package struct ExternalDirector: HostDirector {
  private enum Host: Sendable {
    case fixed(HostAddress)
    case template(Template)
    case url(Placeholder)
  }

  private let host: Host
  /// The address of a host without placeholders, which is the same for all calls; nil if it depends
  /// on a value, or is invalid.
  private let address: HostAddress?

  private init(_ host: Host) {
    self.host = host
    switch host {
    case .fixed(let fixed): address = fixed
    case .template(let template) where template.placeholders.isEmpty:
      address = try? Self.address(template, in: Scope())
    case .template, .url: address = nil
    }
  }

  package init(_ template: Template) { self.init(.template(template)) }

  package init(_ url: URLTemplate) {
    if case .value(let placeholder) = url.form {
      self.init(.url(placeholder))
    } else {
      self.init(.template(url.origin ?? url.template))
    }
  }

  package init(_ address: HostAddress) { self.init(.fixed(address)) }

  package func hostProvenance(in scope: Scope) -> Provenance {
    switch host {
    case .fixed: Provenance(.user)
    case .template(let template): (try? template.provenance(in: scope)) ?? .file
    case .url(let placeholder): (try? placeholder.binding(in: scope).provenance) ?? .file
    }
  }

  package func host(in scope: Scope) throws(Message) -> HostAddress {
    if let address { return address }
    switch host {
    case .fixed(let address): return address
    case .url(let placeholder):
      do {
        return try URLTemplate.wholeURL(placeholder, in: scope).host
      } catch {
        throw error.diagnostic
      }
    case .template(let template): return try Self.address(template, in: scope)
    }
  }

  private static func address(
    _ template: Template, in scope: Scope
  ) throws(Message) -> HostAddress {
    let text: ProtectedText
    do {
      text = try template.render(in: scope) { (value, placeholder) throws(TemplateProblem) in
        guard !value.holdsSecret else { throw .secretShown(placeholder) }
        // One value may be all of it, as in host: <server>.
        guard template.sole != nil || HostAddress.isLabel(value.revealed) else {
          throw .notLabel(placeholder, value: value)
        }
        return value
      }
    } catch {
      throw error.diagnostic
    }
    do {
      return try HostAddress(text.revealed)
    } catch {
      throw error.diagnostic(of: text.revealed, at: template.mark)
    }
  }
}
