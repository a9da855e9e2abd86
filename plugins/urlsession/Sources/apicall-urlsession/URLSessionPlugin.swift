import APICallPluginKit
import Foundation

/// The requester `urlsession`: sends requests with Foundation's URLSession.
@main
enum URLSessionPlugin {
  static func main() { exit(PluginProgram.run(URLSessionService.self)) }
}
