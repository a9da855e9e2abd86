/// What a plugin does; `PluginProgram` reads the frames for it.
///
/// All of it is called on one thread, in the order in which frames come, and while it runs no frame
/// is read. What takes long is therefore begun in `begin` or `end` and goes on elsewhere, so that
/// `cancel` can come meanwhile; what is quick answers at once.
///
/// What it throws is told the host as the answer to the message; later frames of that message are
/// then dropped.
public protocol PluginService {
  /// The plugin's version, which the host shows.
  static var version: String { get }
  /// Those of the host's features that the plugin makes use of.
  static var features: [String] { get }

  /// Makes the plugin ready.
  ///
  /// - Parameters:
  ///   - hello: what the host says of itself.
  ///   - channel: where answers go.
  /// - Throws: `PluginFailure` where the plugin is of no use; the host is told.
  init(_ hello: PluginHello, _ channel: PluginChannel) throws(PluginFailure)

  /// Takes a message.
  ///
  /// - Parameter message: the message; one of a kind that the plugin does not know is answered by
  ///   throwing `not_supported`.
  /// - Throws: `PluginFailure` where it cannot do what it is asked for.
  mutating func begin(_ message: PluginMessage) throws(PluginFailure)

  /// Takes a piece of the body of a message.
  ///
  /// - Parameters:
  ///   - piece: at most 1 MiB.
  ///   - id: which message it belongs to.
  /// - Throws: `PluginFailure` where it cannot take it.
  mutating func receive(_ piece: [UInt8], of id: Int) throws(PluginFailure)

  /// Learns that a message is whole, of those that have a body.
  ///
  /// - Parameter id: which message.
  /// - Throws: `PluginFailure` where it cannot do what it is asked for.
  mutating func end(_ id: Int) throws(PluginFailure)

  /// Stops what a message began, and answers it unless it is answered already.
  ///
  /// - Parameter id: which message.
  mutating func cancel(_ id: Int)
}

extension PluginService {
  /// None.
  public static var features: [String] { [] }
  /// Drops the piece.
  public mutating func receive(_ piece: [UInt8], of id: Int) throws(PluginFailure) {}
  /// Does nothing.
  public mutating func end(_ id: Int) throws(PluginFailure) {}
  /// Does nothing: right for what answers at once.
  public mutating func cancel(_ id: Int) {}
}
