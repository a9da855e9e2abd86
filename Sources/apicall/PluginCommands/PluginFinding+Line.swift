import APICallBase
import APICallExternal
import APICallPluginKit

extension PluginFinding {
  /// The name and the version.
  var title: String {
    guard let version = manifest?.version, !version.isEmpty else { return name }
    return "\(name) \(version)"
  }
}

extension Message {
  /// The diagnostic in one line, with its guess.
  var line: String {
    let guess = hint.flatMap { $0.hasPrefix("did you mean") ? "; \($0)" : nil } ?? ""
    return (mark.map { "\($0): \(message)" } ?? message) + guess
  }
}
