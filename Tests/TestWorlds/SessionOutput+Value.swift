package import APICallScripts
package import APICallText

extension SessionOutput {
  /// Creates an output that belongs to no call.
  package init(_ name: String, _ value: Value, isSecret: Bool = false) {
    self.init(name, json: value.jsonText, isSecret: isSecret)
  }
}
