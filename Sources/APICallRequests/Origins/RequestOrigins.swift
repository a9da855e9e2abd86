import APICallContracts
import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallReading
import APICallSafety
import APICallText
import YAMLTree

/// Where each part of a request comes from, as `apicall show --origin` prints it.
package struct RequestOrigins: Sendable {
  /// One part of a request.
  private struct Row: Sendable {
    var part: String
    var origin: String
    /// The value with its secrets masked.
    var value: String
  }

  private let call: Call
  private let destination: Destination
  private let names: OriginNames
  private let redactor: Redactor
  private var rows: [Row] = []

  package init(of call: Call, by director: any HostDirector, to destination: Destination) {
    self.call = call
    self.destination = destination
    names = OriginNames(endpoint: call.endpoint)
    redactor = Redactor(call)
    let endpoint = call.endpoint.addressed(to: call.request.url.origin)
    addProfile(of: endpoint)
    addTarget(of: endpoint, base: (try? director.host(in: call.scope))?.basePath ?? "")
    addQuery(of: endpoint)
    addHeaders(of: endpoint)
    addBody(of: endpoint)
    addSettings(of: endpoint)
    let withheld = WithheldFields(of: call)
    for item in withheld.items {
      add(item.part, names.name(of: item.mark), "(not sent: \(withheld.reason))")
    }
  }

  /// The parts in columns, one a line: the part, where it comes from, and its value.
  package var text: String {
    TextColumns.lines(rows.map { [$0.part, $0.origin, $0.value] })
      .map { "\($0)\n" }.joined()
  }

  private mutating func add(_ part: String, _ origin: String, _ value: String = "") {
    rows.append(Row(part: part, origin: origin, value: redactor.masking(value)))
  }

  private mutating func addProfile(of endpoint: EndpointSpec) {
    guard let profile = endpoint.profile else { return }
    let origin =
      destination.profile.map { $0.isGeneral ? "APICALL_PROFILE" : "--profile" }
      ?? names.name(of: endpoint.project?.defaultProfile?.mark)
    add("profile", origin, profile.name)
  }

  private mutating func addTarget(of endpoint: EndpointSpec, base: String) {
    let request = call.request
    add("method", names.name(of: endpoint.method?.mark), request.method)
    let hostMark = (endpoint.url?.template ?? endpoint.host)?.mark ?? endpoint.profile?.host?.mark
    let host = names.name(of: hostMark)
    add("host", destination.host == nil ? host : "--host", "\(request.url.origin)\(base)")
    if destination.host == nil, let reference = endpoint.hostReference,
      let own = endpoint.profile?.host(named: reference.name)
    {
      add("hosts.\(own.name)", names.name(of: own.mark), own.address.text)
    }
    let path = request.url.path.masked
    add(
      "path", names.name(of: (endpoint.url?.template ?? endpoint.path?.template)?.mark),
      path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path)
  }

  private mutating func addQuery(of endpoint: EndpointSpec) {
    let tokens = endpoint.path?.tokens ?? []
    for item in endpoint.query {
      for template in item.values {
        guard let value = try? template.renderEntry(in: call.scope) else { continue }
        let use = tokens.contains(item.name) ? " (in the path)" : ""
        add("query \(item.name)", names.name(of: template.mark) + use, value.masked)
      }
    }
    if let auth = call.authorization, case .query(let name) = auth.credential?.place {
      add("query \(name)", names.name(of: auth.mark), auth.credential?.value.masked ?? "")
    }
  }

  private mutating func addHeaders(of endpoint: EndpointSpec) {
    var written = endpoint.headers.flatMap { item in
      item.values.compactMap { template in
        (try? template.renderEntry(in: call.scope)).flatMap { $0 }.map { _ in
          (name: item.name, mark: template.mark)
        }
      }
    }
    for field in call.request.headers {
      var origin = standardOrigin(of: field)
      if let index = written.firstIndex(where: { field.isNamed($0.name) }) {
        origin = names.name(of: written.remove(at: index).mark)
      } else if let auth = call.authorization, auth.fills(field) {
        origin = names.name(of: auth.mark)
      }
      add("header \(field.name)", origin, field.shownValue)
    }
    for item in endpoint.headers where item.values.isEmpty {
      add("header \(item.name)", names.name(of: item.mark), "(left out)")
    }
  }

  /// Where a field comes from that no file contains.
  private func standardOrigin(of field: HeaderField) -> String {
    if field.isNamed("Host") { return "the host" }
    if field.isNamed("Accept") { return names.name(of: call.endpoint.decode?.mark) }
    let framing = ["Content-Type", "Content-Length", "Transfer-Encoding", "Expect"]
    guard framing.contains(where: { field.isNamed($0) }) else { return OriginNames.standard }
    return call.request.body == nil ? "the method" : "the body"
  }

  private mutating func addBody(of endpoint: EndpointSpec) {
    for kind in MergeRule.bodies.flatMap(\.fields) {
      guard let entry = endpoint.field(kind) else { continue }
      add(kind, names.name(of: entry.keyMark), "")
      if case .form(let items, let style) = endpoint.body, kind == "form" {
        let renderer = FormRenderer(scope: call.scope, style: style)
        for item in items {
          for template in item.values {
            for (name, value) in (try? renderer.pairs(of: template, item.name)) ?? [] {
              add("\(kind) \(name)", names.name(of: template.mark), value.masked)
            }
          }
        }
      } else {
        addForeign(in: entry.value, kind, of: entry.keyMark.source)
      }
    }
  }

  /// Adds the parts of a value that come from another source than the value itself.
  private mutating func addForeign(in node: Node, _ path: String, of source: Source) {
    guard node.mark.source === source else { return add(path, names.name(of: node.mark)) }
    for (index, item) in (node.items ?? []).enumerated() {
      addForeign(in: item, "\(path)[\(index)]", of: source)
    }
    for entry in node.entries ?? [] {
      addForeign(in: entry.value, "\(path).\(entry.key)", of: source)
    }
  }

  /// Adds settings that are not part of the message, but determine how it is sent.
  private mutating func addSettings(of endpoint: EndpointSpec) {
    for name in ["auth", "timeout", "redirects", "retry", "requester"] {
      guard let entry = endpoint.field(name) else { continue }
      if name == "timeout", let parts = entry.value.entries {
        for part in parts {
          add("timeout.\(part.key)", names.name(of: part.value.mark), part.value.scalar?.text ?? "")
        }
        continue
      }
      // An auth that the command line replaced, or that is for other hosts, is left out.
      if name == "auth", endpoint.auth == nil, entry.value.entries != nil { continue }
      // An option may have set the value of a field that is in a file.
      let isSet = entry.value.mark.source.isOption
      let mark = isSet ? entry.value.mark : entry.keyMark
      add(
        name, names.name(of: mark),
        entry.value.scalar?.text ?? entry.value.entry("type")?.value.scalar?.text ?? "")
      addForeign(in: entry.value, name, of: mark.source)
    }
    if endpoint.requester == nil { add("requester", OriginNames.standard, "curl") }
  }
}
