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
  /// The argument with which apicall starts a plugin.
  public static let argument = "--apicall-plugin"

  /// Serves the host on standard input and output until the input ends.
  ///
  /// - Parameter service: the plugin's service.
  /// - Returns: the exit status: 0; 64 if apicall did not start the program, after a line on
  ///   standard error; 65 if the host sends an invalid frame.
  public static func run<Service: PluginService>(_ service: Service.Type) -> Int32 {
    guard CommandLine.arguments.dropFirst().elementsEqual([argument]) else {
      complain("this program is a plugin for apicall: see apicall-plugin(5)")
      return 64
    }
    // A closed connection is detected by the result of write(2) and the end of standard input.
    signal(SIGPIPE, SIG_IGN)
    return serve(service, from: STDIN_FILENO, to: STDOUT_FILENO)
  }

  static func serve<Service: PluginService>(
    _ type: Service.Type, from input: Int32, to output: Int32
  ) -> Int32 {
    let channel = PluginChannel(output)
    var reader = FrameReader(input)
    do throws(FrameProblem) {
      guard let first = try reader.next() else { return 0 }
      guard var service = greet(type, first, channel) else { return 0 }
      while let frame = try reader.next() { take(frame, &service, channel) }
      return 0
    } catch {
      complain("the host sent an invalid frame: \(error.reason)")
      return 65
    }
  }

  /// Responds to the hello of a host; nil if it responded with a failure.
  private static func greet<Service: PluginService>(
    _ type: Service.Type, _ frame: Frame, _ channel: PluginChannel
  ) -> Service? {
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
      return service
    } catch {
      channel.say([("error", error.json)])
      return nil
    }
  }

  /// Passes a frame of a host to a service.
  ///
  /// An unknown one is ignored, because a later host may send it.
  private static func take<Service: PluginService>(
    _ frame: Frame, _ service: inout Service, _ channel: PluginChannel
  ) {
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
      } else if let message = frame.head.members.first(where: {
        $0.key != "id" && $0.key != "bytes"
      }) {
        channel.open(id)
        try service.begin(PluginMessage(id: id, kind: message.key, content: message.value))
      }
    } catch {
      channel.fail(id, error)
    }
  }

  private static func complain(_ message: String) {
    var line = message + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The service of a plugin.
///
/// `PluginProgram` reads the frames for it.
///
/// All methods are called on one thread, in the order of the frames, and no frame is read while one
/// runs. A method that takes long should therefore start its work in `begin` or `end` and continue
/// elsewhere, so that `cancel` can be called meanwhile. A quick one responds at once.
///
/// An error that is thrown is sent to the host as the response to the message. Later frames of that
/// message are dropped.
public protocol PluginService {
  /// The plugin's version, which the host shows.
  static var version: String { get }
  /// The host's features that the plugin uses.
  static var features: [String] { get }

  /// Prepares the plugin.
  ///
  /// - Parameters:
  ///   - hello: the first message of the host.
  ///   - channel: sends the responses.
  /// - Throws: `PluginFailure` if the plugin cannot be used, which is sent to the host.
  init(_ hello: PluginHello, _ channel: PluginChannel) throws(PluginFailure)

  /// Handles a message.
  ///
  /// - Parameter message: the message. For an unknown kind, throw `not_supported`.
  /// - Throws: `PluginFailure` if it fails.
  mutating func begin(_ message: PluginMessage) throws(PluginFailure)

  /// Handles a piece of the body of a message.
  ///
  /// - Parameters:
  ///   - piece: at most 1 MiB.
  ///   - id: the number of the message.
  /// - Throws: `PluginFailure` if it fails.
  mutating func receive(_ piece: [UInt8], of id: Int) throws(PluginFailure)

  /// Handles the end of a message that has a body.
  ///
  /// - Parameter id: the number of the message.
  /// - Throws: `PluginFailure` if it fails.
  mutating func end(_ id: Int) throws(PluginFailure)

  /// Stops the work on a message, and responds unless a response was sent already.
  ///
  /// - Parameter id: the number of the message.
  mutating func cancel(_ id: Int)
}

extension PluginService {
  /// The default: no features.
  public static var features: [String] { [] }
  /// The default: ignores the piece.
  public mutating func receive(_ piece: [UInt8], of id: Int) throws(PluginFailure) {}
  /// The default: ignores the end of the body.
  public mutating func end(_ id: Int) throws(PluginFailure) {}
  /// The default: ignores the cancellation, which suits a service that responds at once.
  public mutating func cancel(_ id: Int) {}
}
