extension Endpoint {
  /// The names of the calls it needs whose outputs its request is made of: by itself, or since one of
  /// those takes them as its inputs.
  ///
  /// With `auth: none`, and for what a project says of all its files, that may be none of them.
  var usedNeeds: Set<String> {
    var names = Set(body?.fileNames ?? [])
    var all = lets.flatMap(\.value.templates) + boundEndpoint.templates
    all += [path?.template, url?.template].compactMap { $0 }
    for template in all { template.visitNames { names.insert($0) } }
    var used = Set(needs.map(\.name)).intersection(names)
    // A call may take the outputs of those before it.
    for need in needs.reversed() where used.contains(need.name) {
      for template in need.inputs.flatMap(\.value.templates) {
        template.visitNames { name in
          if needs.contains(where: { $0.name == name }) { used.insert(name) }
        }
      }
    }
    return used
  }
}

extension Template {
  fileprivate func visitNames(_ visit: (String) -> Void) {
    for placeholder in placeholders {
      placeholder.visitReferences { reference, _ in visit(reference.name) }
    }
  }
}

extension BodyTemplate {
  /// The names that the text of a file has, which is read when the call is made.
  fileprivate var fileNames: [String] {
    if case .file(let file) = self { file.names.map(\.text) } else { [] }
  }
}
