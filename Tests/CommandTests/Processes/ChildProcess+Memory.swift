import Foundation

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
}
