import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety
import YAMLTree

extension SecretGrant {
  /// Creates the grant that files need, as far as they show it.
  init(wantedBy calls: [EndpointSpec], of root: SecretRoot, with resources: CallResources) {
    self.init(origins: root.secret.origins)
    for call in calls {
      if let method = call.shownMethod(with: resources) { add(method) }
      if call.contentMark(ofSecret: root.name) != nil { allowsContent = true }
      if let origin = call.shownOrigin(with: resources), !root.allows(origin),
        !reach.contains(origin)
      {
        reach.append(origin)
      }
    }
  }

  /// What it allows, as the rest of a sentence about requests.
  package var words: String {
    let others = SecretRefusal.list(reach.map(\.description))
    return wordsForRun + (reach.isEmpty ? "" : ", and reach \(others) without it")
  }

  /// The same without other origins, which `--grant` does not name.
  var wordsForRun: String {
    let methods = methods.map { "\(SecretRefusal.list($0)) requests" } ?? "all requests"
    return methods + (allowsContent ? ", also in URLs and bodies" : "")
  }
}

extension EndpointSpec {
  /// The method of its requests, as far as the file shows it.
  func shownMethod(with resources: CallResources) -> String? {
    try? RequestMethod.render(self, in: Scope(resources.world)).method
  }

  /// The origin of its requests, as far as the file shows it.
  func shownOrigin(with resources: CallResources) -> Origin? {
    let builder = CallBuilder(world: resources.world, destination: resources.destination)
    return try? builder.director(for: self).host(in: Scope(resources.world)).origin
  }

  /// The place in its URL, its method or its body that names a stored secret.
  func contentMark(ofSecret name: String) -> Mark? {
    var found: Mark?
    visitTemplates { template, place in
      guard found == nil, place.isOfRequest, place != .headers, place != .auth else { return }
      template.visitReferences { reference, span in
        guard found == nil, reference.isSecret else { return }
        if (try? reference.secretName(at: span)) == name { found = span.mark }
      }
    }
    return found
  }
}
