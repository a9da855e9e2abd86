import APICallPluginKit
import Glibc

/// The secret store `keyring`: keeps secrets where the desktop keeps its passwords.
@main
enum KeyringPlugin {
  static func main() { exit(PluginProgram.run(KeyringService.self)) }
}
