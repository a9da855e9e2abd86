import CLibJQ
import Glibc

/// What an expression may not do, since whoever wrote it is not trusted.
enum Confinement {
  /// The most memory that the process may take, in octets.
  static let maxMemory: rlim_t = 2 << 30

  /// Takes from the process what an expression has no need of.
  ///
  /// It can open no file, so that `import` and `include` lead nowhere; it sees no environment but the
  /// time zone, which `localtime` reads; it takes 2 GiB of memory at most, and leaves no core.
  static func begin() {
    // What local times need is read before it is too late.
    tzset()
    let zone = getenv("TZ").map { String(cString: $0) }
    clearenv()
    if let zone { setenv("TZ", zone, 1) }
    limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), to: 3)
    limit(__rlimit_resource_t(RLIMIT_AS.rawValue), to: maxMemory)
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0)
  }

  /// Ends the process with a message where libjq gets no more memory.
  ///
  /// - Parameter state: what `jq_init` has made, which holds no valid handler of its own.
  static func endWithoutMemory(_ state: OpaquePointer?) {
    jq_set_nomem_handler(
      state,
      { _ in
        JQFilter.complain("the expression needs more than 2 GiB of memory")
        _exit(FilterProblem.wrongInput)
      }, nil)
  }

  private static func limit(_ resource: __rlimit_resource_t, to value: rlim_t) {
    var limits = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(resource, &limits)
  }
}
