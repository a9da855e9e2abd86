import APICallSpec

extension Endpoint {
  /// The names of the calls it needs whose outputs its request is made of: by itself, or since one of
  /// those takes them as its inputs.
  ///
  /// With `auth: none`, and for what a project says of all its files, that may be none of them.
  var usedNeeds: Set<String> {
    var names = Set(body?.fileNames ?? [])
    boundEndpoint.visitTemplates { template, place in
      guard place.isOfRequest || place == .lets else { return }
      template.visitReferences { reference, _ in names.insert(reference.name) }
    }
    var used = Set(needs.map(\.name)).intersection(names)
    // A call may take the outputs of those before it.
    for need in needs.reversed() where used.contains(need.name) {
      for template in need.inputs.flatMap(\.value.templates) {
        template.visitReferences { reference, _ in
          if needs.contains(where: { $0.name == reference.name }) { used.insert(reference.name) }
        }
      }
    }
    return used
  }
}
