import Glibc
import JSONText

/// The `main` of a plugin in framed mode.
///
/// ```swift
/// @main
/// enum Plugin {
///   static func main() { exit(PluginProgram.run(TokenService.self)) }
/// }
/// ```
public enum PluginProgram {
  /// The one argument that apicall starts a plugin with.
  public static let argument = "--apicall-plugin"

  /// Serves the host on standard input and output until it has no more to ask.
  ///
  /// - Parameter service: what the plugin does.
  /// - Returns: what the process should exit with: 0; 64 where it was not started by apicall, after a
  ///   line on standard error; 65 where the host sends what is no frame.
  public static func run<Service: PluginService>(_ service: Service.Type) -> Int32 {
    guard CommandLine.arguments.dropFirst().elementsEqual([argument]) else {
      complain("this is a plugin of apicall, which runs it: see apicall-plugins(7)")
      return 64
    }
    // A host that is gone is seen by what write(2) returns, and by the end of standard input.
    signal(SIGPIPE, SIG_IGN)
    return serve(service, from: STDIN_FILENO, to: STDOUT_FILENO)
  }

  /// Serves a host by a pair of descriptors.
  static func serve<Service: PluginService>(
    _ type: Service.Type, from input: Int32, to output: Int32
  ) -> Int32 {
    let channel = PluginChannel(output)
    var reader = FrameReader(input)
    do throws(FrameProblem) {
      guard let first = try reader.next() else { return 0 }
      guard var session = greet(type, first, channel) else { return 0 }
      while let frame = try reader.next() { session.take(frame) }
      return 0
    } catch {
      complain("what the host sends is no frame: \(error.reason)")
      return 65
    }
  }

  /// Answers the hello of a host; nil where that was told that nothing will come of it.
  private static func greet<Service: PluginService>(
    _ type: Service.Type, _ frame: Frame, _ channel: PluginChannel
  ) -> PluginSession<Service>? {
    do throws(PluginFailure) {
      let service = try Service(PluginHello(frame), channel)
      channel.say([
        (
          "hello",
          .map([
            ("protocol", BuiltJSON(PluginHello.protocolVersion)),
            ("version", .text(Service.version)), ("features", .texts(Service.features)),
          ])
        )
      ])
      return PluginSession(service, channel)
    } catch {
      channel.say([("error", error.json)])
      return nil
    }
  }

  private static func complain(_ message: String) {
    var line = message + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

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
