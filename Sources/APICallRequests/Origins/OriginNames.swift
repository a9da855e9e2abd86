import APICallModel
import YAMLTree

/// Names the places that the parts of a request come from.
struct OriginNames: Sendable {
  /// The name for a part that no file or option sets.
  static let standard = "default"

  let endpoint: EndpointSpec

  /// The name of a place: `login.yaml:3`, `apicall.yaml:5 (profile live)`, `--set`.
  func name(of mark: Mark?) -> String {
    guard let mark else { return Self.standard }
    let source = mark.source
    if source.isOption { return source.name }
    let place = "\(source.name):\(mark.start.line)"
    guard endpoint.isOfProject(mark) else { return place }
    if let profile = endpoint.project?.profile(holding: mark) {
      return "\(place) (profile \(profile.name))"
    }
    let isDefault = endpoint.project?.defaults?.holds(mark) == true
    return isDefault ? "\(place) (defaults)" : place
  }
}

extension ProjectSpec {
  fileprivate func profile(holding mark: Mark) -> Profile? {
    profiles.last { profile in
      profile.host?.mark.start == mark.start
        || profile.hosts.contains { $0.mark.start == mark.start }
        || profile.headers?.value.holds(mark) == true
        || profile.auth?.value.holds(mark) == true || profile.auth?.keyMark.start == mark.start
    }
  }
}

extension Node {
  fileprivate func holds(_ other: Mark) -> Bool {
    mark.start <= other.start && other.start <= mark.end
  }
}
