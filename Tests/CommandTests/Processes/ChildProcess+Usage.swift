import Foundation
import Glibc
import Synchronization

extension ChildProcess {
  /// The peak memory so far, in bytes; nil when the program has ended.
  ///
  /// VmHWM: ru_maxrss would count the memory of the tests, from which the program was forked.
  var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8),
      let match = status.firstMatch(of: /VmHWM:\s*(\d+) kB/)
    else { return nil }
    return (Int(match.output.1) ?? 0) << 10
  }

  /// The processor time so far, or of the ended program: regardless of other programs, unlike the
  /// time that has passed.
  var processorTime: Duration {
    if let used = usedTime.withLock({ $0 }) { return used }
    // After the name in brackets (proc(5)), utime and stime are the twelfth and the next field.
    let text = (try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let own = Int(fields[11]), let system = Int(fields[12]) else {
      return .zero
    }
    return .seconds(own + system) / sysconf(Int32(_SC_CLK_TCK))
  }
}

extension Duration {
  init(_ time: timeval) { self = .seconds(time.tv_sec) + .microseconds(time.tv_usec) }
}
