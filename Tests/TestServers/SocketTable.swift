import Foundation

/// The sockets of this machine, as /proc shows them (proc(5)).
enum SocketTable {
  /// Returns the port on which a process listens, over IPv4; nil if it does not listen yet.
  ///
  /// It is for a server that the system gave a port, and that does not say which.
  static func listeningPort(of process: pid_t) -> Int? {
    let own = sockets(of: process)
    let table = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: " ")
      // 0A is TCP_LISTEN.
      guard fields.count > 9, fields[3] == "0A", own.contains("socket:[\(fields[9])]") else {
        continue
      }
      return fields[1].split(separator: ":").last.flatMap { Int($0, radix: 16) }
    }
    return nil
  }

  /// The sockets of a process, by their inodes.
  private static func sockets(of process: pid_t) -> Set<String> {
    let folder = "/proc/\(process)/fd"
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") })
  }
}
