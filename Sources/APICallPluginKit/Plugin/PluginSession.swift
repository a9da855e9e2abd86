import JSONText

/// Passes the frames of a host to a plugin's service.
struct PluginSession<Service: PluginService> {
  private static var framing: [String] { ["id", "bytes"] }

  private var service: Service
  private let channel: PluginChannel

  /// Creates a session after both sides have sent their hello.
  init(_ service: Service, _ channel: PluginChannel) {
    self.service = service
    self.channel = channel
  }

  /// Handles a frame.
  ///
  /// An unknown one is ignored, because a later host may send it.
  mutating func take(_ frame: Frame) {
    if let id = frame["cancel"]?.number?.integer {
      if channel.isOpen(id) { service.cancel(id) }
      return
    }
    guard let id = frame.id else { return }
    do throws(PluginFailure) {
      if frame["body"]?.boolean == true {
        if channel.isOpen(id) { try service.receive(frame.payload, of: id) }
      } else if frame["end"]?.boolean == true {
        if channel.isOpen(id) { try service.end(id) }
      } else if let message = frame.head.members.first(where: { !Self.framing.contains($0.key) }) {
        channel.open(id)
        try service.begin(PluginMessage(id: id, kind: message.key, content: message.value))
      }
    } catch {
      channel.fail(id, error)
    }
  }
}
