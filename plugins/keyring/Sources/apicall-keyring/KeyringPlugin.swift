import APICallPluginKit
import Glibc

/// The secret store `keyring`: stores secrets where the desktop stores its passwords.
@main
enum KeyringPlugin {
  static func main() { exit(PluginProgram.run(KeyringService.self)) }
}
