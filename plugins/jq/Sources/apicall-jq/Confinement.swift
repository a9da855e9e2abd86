import CLibJQ
import Glibc

/// The restrictions on an expression, whose author is not trusted.
enum Confinement {
  /// The largest memory of the process, in bytes.
  static let maxMemory: rlim_t = 2 << 30

  /// Restricts the process to what an expression needs.
  ///
  /// It cannot open files, so `import` and `include` have no effect. Its environment contains only
  /// the time zone, which `localtime` reads. It can use at most 2 GiB of memory, and leaves no core
  /// file.
  static func begin() {
    // Reads the time zone files before files become unavailable.
    tzset()
    let zone = getenv("TZ").map { String(cString: $0) }
    clearenv()
    // libjq reads the list of variables even if there is none: this leaves an empty list.
    setenv("TZ", zone ?? "", 1)
    if zone == nil { unsetenv("TZ") }
    limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), to: 3)
    limit(__rlimit_resource_t(RLIMIT_AS.rawValue), to: maxMemory)
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0)
    endWithoutSignal()
  }

  /// Ends the process with a message when libjq runs out of memory.
  ///
  /// - Parameter state: the result of `jq_init`, whose own handler is not valid.
  static func endWithoutMemory(_ state: OpaquePointer?) {
    jq_set_nomem_handler(
      state,
      { _ in
        JQFilter.complain("the expression needs more than 2 GiB of memory")
        _exit(FilterProblem.wrongInput)
      }, nil)
  }

  /// Ends the process with a message when libjq aborts it, as it does when one of its assertions
  /// fails.
  private static func endWithoutSignal() {
    signal(SIGABRT) { _ in
      let words: StaticString = "libjq cannot evaluate the expression\n"
      write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      _exit(FilterProblem.wrongInput)
    }
  }

  private static func limit(_ resource: __rlimit_resource_t, to value: rlim_t) {
    var limits = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(resource, &limits)
  }
}
