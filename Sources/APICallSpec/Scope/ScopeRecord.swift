import APICallBase

/// What a call has left for those behind it: named values, such as its outputs and its status.
package struct ScopeRecord: Sendable {
  /// The values, each with its name.
  package private(set) var members: [(name: String, binding: Scope.Binding)] = []

  package init() {}

  /// A value by its name; nil where there is none of that name.
  package subscript(name: String) -> Scope.Binding? {
    get { members.first { $0.name == name }?.binding }
    set {
      members.removeAll { $0.name == name }
      if let newValue { members.append((name, newValue)) }
    }
  }

  /// The values that are secret.
  var secretValues: [Value] {
    members.flatMap { member in
      member.binding.isSecret
        ? member.binding.value.map { [$0] } ?? []
        : member.binding.parts.filter(\.secrecy.isMasked).map(\.value)
    }
  }
}
