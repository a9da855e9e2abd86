/// The scripts that make shells call `apicall __complete` for candidates: files of this folder.
enum CompletionScript {
  static let shells = ["bash", "zsh", "fish"]

  /// The script for a shell; nil if the shell is not supported.
  static func text(for shell: String) -> [UInt8]? {
    switch shell {
    case "bash": PackageResources.apicall_bash
    case "zsh": PackageResources.apicall_zsh
    case "fish": PackageResources.apicall_fish
    default: nil
    }
  }
}
