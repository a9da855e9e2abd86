import APICallPluginKit
import Foundation

/// The requester `urlsession`: makes exchanges by Foundation's URLSession.
@main
enum URLSessionPlugin {
  static func main() { exit(PluginProgram.run(URLSessionService.self)) }
}
