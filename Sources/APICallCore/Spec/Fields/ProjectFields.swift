import YAMLTree

/// The fields of the project file, in the order that apicall-spec(5) documents them.
package enum ProjectFields {
  static let all: [Field<Project>] = [
    Field("profile", "text", .text, "The profile that is used where none is named.") {
      $0.defaultProfile = $2.name($1)
    },
    Field(
      "profiles", "a map of profiles", .map(of: .table(profiles), named: "NAME"),
      "Named sets of settings, such as one for each stage."
    ) {
      project, entry, reading in
      guard let entries = reading.map(entry.value, of: "'profiles'") else { return }
      for entry in entries {
        var profile = Project.Profile(name: entry.key, mark: entry.keyMark)
        reading.read(entry.value, as: profiles, into: &profile, named: "a profile")
        project.profiles.append(profile)
      }
    },
  ]

  static let profiles: [Field<Project.Profile>] = [
    Field("host", "text", .text, "The host of every endpoint that names none.") {
      $0.host = $2.host($1)
    }
  ]

  /// Every field of the project file.
  package static var descriptions: [FieldDescription] {
    all.map(FieldDescription.init)
  }
}

extension SpecReading {
  /// Reads a host; nil, with a problem, where the value is none.
  fileprivate mutating func host(_ entry: Node.Entry) -> HostAddress? {
    guard let text = text(entry) else { return nil }
    do {
      return try HostAddress(text)
    } catch {
      report(error.diagnostic(of: text, at: entry.value.mark))
      return nil
    }
  }
}
