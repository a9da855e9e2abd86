package import APICallBase
package import APICallScripts

extension SessionOutput {
  /// An output that no call has left.
  package init(_ name: String, _ value: Value, isSecret: Bool = false) {
    self.init(name, json: value.jsonText, isSecret: isSecret)
  }
}
