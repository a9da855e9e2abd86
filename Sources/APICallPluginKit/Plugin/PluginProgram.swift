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
