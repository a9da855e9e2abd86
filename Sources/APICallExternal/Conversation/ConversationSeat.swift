import APICallHTTP
import APICallPluginKit
import Synchronization

/// Where conversations wait between two exchanges: those of one call, or of a whole run.
final class ConversationSeat: Sendable {
  /// The most that wait.
  private static let most = 16

  private let provider: PluginProvider
  private let name: String
  private let options: OptionValues
  private let surroundings: PluginSurroundings
  private let waiting = Mutex<[Held]>([])

  /// A conversation that nobody uses, on its way from one task to the next.
  private struct Held: @unchecked Sendable {
    let conversation: Conversation
  }

  /// Creates an empty seat.
  ///
  /// - Parameters:
  ///   - provider: the plugin and its role.
  ///   - name: the name by which it was asked for.
  ///   - options: the values of its options.
  ///   - surroundings: what it is run in.
  init(
    _ provider: PluginProvider, as name: String, _ options: OptionValues,
    in surroundings: PluginSurroundings
  ) {
    self.provider = provider
    self.name = name
    self.options = options
    self.surroundings = surroundings
  }

  /// The name of the plugin.
  var pluginName: String { provider.plugin.name }

  /// Whether it is for the same plugin with the same options.
  func serves(_ provider: PluginProvider, as name: String, _ options: OptionValues) -> Bool {
    self.provider.plugin.folder == provider.plugin.folder && self.name == name
      && self.options == options
  }

  /// Takes a conversation that waits, or begins one.
  ///
  /// - Returns: a conversation that has been greeted.
  /// - Throws: ``ConversationEnd`` where none can be begun.
  func take() async throws(ConversationEnd) -> Conversation {
    if let held = waiting.withLock({ $0.popLast() }), held.conversation.isUsable {
      return held.conversation
    }
    let conversation = try Conversation(with: provider.plugin, in: surroundings)
    try await conversation.greet(as: provider.role.kind, named: name, options)
    return conversation
  }

  /// Takes a conversation back, for the next exchange.
  ///
  /// - Parameter conversation: one that nobody uses any more.
  func put(back conversation: Conversation) {
    guard conversation.isUsable else { return }
    let held = Held(conversation: conversation)
    waiting.withLock { waiting in
      if waiting.count < Self.most { waiting.append(held) }
    }
  }
}
