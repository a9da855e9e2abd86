import APICallContracts
import APICallPluginKit
import Synchronization

/// Keeps idle conversations between two exchanges, for one call or for a whole run.
final class ConversationSeat: Sendable {
  private static let most = 16

  private let provider: PluginProvider
  private let name: String
  private let options: OptionValues
  private let context: PluginContext
  private let waiting = Mutex<[IdleConversation]>([])

  /// An idle conversation, which can move from one task to another.
  private struct IdleConversation: @unchecked Sendable {
    let conversation: Conversation
  }

  init(
    _ provider: PluginProvider, as name: String, _ options: OptionValues,
    in context: PluginContext
  ) {
    self.provider = provider
    self.name = name
    self.options = options
    self.context = context
  }

  var pluginName: String { provider.plugin.name }

  func serves(_ provider: PluginProvider, as name: String, _ options: OptionValues) -> Bool {
    self.provider.plugin.folder == provider.plugin.folder && self.name == name
      && self.options == options
  }

  /// Returns a conversation after its greeting.
  ///
  /// Throws ``ConversationEnd`` if none can be started.
  func take() async throws(ConversationEnd) -> Conversation {
    if let idle = waiting.withLock({ $0.popLast() }), idle.conversation.isUsable {
      return idle.conversation
    }
    let conversation = try Conversation(with: provider.plugin, in: context)
    try await conversation.greet(as: provider.role.kind, named: name, options)
    return conversation
  }

  func put(back conversation: Conversation) {
    guard conversation.isUsable else { return }
    let idle = IdleConversation(conversation: conversation)
    waiting.withLock { waiting in
      if waiting.count < Self.most { waiting.append(idle) }
    }
  }
}
