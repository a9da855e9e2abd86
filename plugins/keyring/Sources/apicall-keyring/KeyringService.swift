import APICallPluginKit
import JSONText

/// Responds to the host's messages about secrets.
struct KeyringService: PluginService {
  static let version = "0.1.0"

  private let channel: PluginChannel
  private let keyring: Keyring

  init(_ hello: PluginHello, _ channel: PluginChannel) throws(PluginFailure) {
    guard hello.role == "secret" else {
      throw PluginFailure(.notSupported, "keyring stores secrets and is not a '\(hello.role)'")
    }
    self.channel = channel
    keyring = Keyring(mayAsk: hello.isInteractive)
  }

  mutating func begin(_ message: PluginMessage) throws(PluginFailure) {
    guard message.kind == "secret" else {
      throw PluginFailure(.notSupported, "keyring does not support '\(message.kind)'")
    }
    switch try message.text("op") {
    case "get": try get(message)
    case "set": try set(message)
    case "remove": try remove(message)
    case "list": try list(message)
    case let operation:
      throw PluginFailure(.notSupported, "keyring does not support the operation '\(operation)'")
    }
  }

  private func get(_ message: PluginMessage) throws(PluginFailure) {
    let items = try keyring.items(named: message.text("name"))
    // There are only two if a change was interrupted: the newer one counts.
    guard let item = items.max(by: { $0.modified < $1.modified }) else {
      channel.finish(message.id, [("missing", .boolean(true))])
      return
    }
    let value = try keyring.value(of: item)
    channel.finish(message.id, [("value", .text(value)), ("origins", .texts(item.origins))])
  }

  private func set(_ message: PluginMessage) throws(PluginFailure) {
    let name = try message.text("name")
    let value = try message.text("value")
    try keyring.store(value, as: name, for: message.texts("origins"))
    channel.finish(message.id, [("done", .boolean(true))])
  }

  private func remove(_ message: PluginMessage) throws(PluginFailure) {
    let isGone = try keyring.remove(named: message.text("name"))
    channel.finish(message.id, [(isGone ? "done" : "missing", .boolean(true))])
  }

  private func list(_ message: PluginMessage) throws(PluginFailure) {
    let items = try keyring.items(named: nil).sorted { $0.name < $1.name }
    let names = items.map { item in
      BuiltJSON.map([("name", .text(item.name)), ("origins", .texts(item.origins))])
    }
    channel.finish(message.id, [("names", .list(names))])
  }
}
