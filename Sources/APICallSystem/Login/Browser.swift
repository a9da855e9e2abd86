import Glibc

/// The user's browser.
package enum Browser {
  /// Whether the user sees a browser that is started here.
  package static var isVisible: Bool {
    if Program.environment("SSH_CONNECTION")?.isEmpty == false { return false }
    return ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains {
      Program.environment($0)?.isEmpty == false
    }
  }

  /// Opens a URL with the program in BROWSER, or with xdg-open(1); never with a shell.
  ///
  /// Returns whether the program was started.
  package static func open(_ url: String) -> Bool {
    let named = Program.environment("BROWSER")?.split(separator: ":").first.map(String.init)
    return start([named.flatMap { $0.contains(" ") ? nil : $0 } ?? "xdg-open", url])
  }

  private static func start(_ words: [String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Its messages would be mixed with ours.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // It needs no secrets.
    let variables = Program.variableNames.filter { !$0.hasPrefix("APICALL_") }
    var environment: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0)=\(Program.environment($0) ?? "")") } + [nil]
    defer { for variable in environment { free(variable) } }
    var process = pid_t()
    return posix_spawnp(&process, words[0], &actions, nil, &arguments, &environment) == 0
  }
}
