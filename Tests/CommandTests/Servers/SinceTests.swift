import Foundation
import Testing

/// Files that read what is new since the last run, of servers that others have written.
@Suite("What is new at real servers")
struct SinceTests {
  /// A folder with the file of the state.
  private let folder: String

  init() throws { folder = try RealServer.folder() }

  /// Runs a file, and returns what is new.
  private func new(_ name: String, _ arguments: [String], at server: RealServer) throws -> [String]
  {
    let run = try server.result(name, arguments + ["--state", "state.json"], in: folder)
    #expect(run.ending == .exit(0) && run.error.isEmpty, "\(run.error)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test("Keys of etcd, whose revisions are digits in texts", .server("etcd"))
  func etcd() throws {
    let server = try RealServer("etcd")
    for number in 1...12 {
      _ = try server.run("etcd-put", "key=app/\(number)", "value=v\(number)")
    }
    let all = (1...12).map { #"{"key":"app/\#($0)","value":"v\#($0)"}"# }
    #expect(try new("etcd-changes", ["prefix=app/"], at: server) == all)
    _ = try server.run("etcd-put", "key=app/3", "value=new")
    _ = try server.run("etcd-put", "key=other/1", "value=no")
    #expect(
      try new("etcd-changes", ["prefix=app/"], at: server) == [#"{"key":"app/3","value":"new"}"#])
    #expect(try new("etcd-changes", ["prefix=app/"], at: server).isEmpty)
    #expect(try new("etcd-changes", ["prefix=other/"], at: server).count == 1)
  }

  @Test("Changes of etcd as they come, and an error after those that are gone", .server("etcd"))
  func watch() throws {
    let server = try RealServer("etcd")
    func put(_ key: Int) throws {
      _ = try server.run("etcd-put", "key=app/\(key)", "value=v\(key)")
    }
    func line(_ revision: Int, _ key: Int) -> String {
      #"{"revision":"\#(revision)","type":"PUT","key":"app/\#(key)","value":"v\#(key)"}"#
    }
    for key in 1...5 { try put(key) }
    #expect(
      try new("etcd-watch", ["prefix=app/"], at: server) == (1...5).map { line($0 + 1, $0) })
    #expect(try new("etcd-watch", ["prefix=app/"], at: server).isEmpty)
    for key in 6...7 { try put(key) }
    #expect(
      try new("etcd-watch", ["prefix=app/"], at: server) == (6...7).map { line($0 + 1, $0) })
    for key in 8...9 { try put(key) }
    let compaction = CommandRun(
      try ChildProcess(["curl", "-sf", "-d", #"{"revision":10}"#, "\(server.url)/v3/kv/compaction"])
    )
    #expect(compaction.ending == .exit(0))
    let late = try server.result(
      "etcd-watch", ["prefix=app/", "--state", "state.json"], in: folder)
    #expect(late.ending == .exit(8) && late.output.isEmpty)
    #expect(late.error.contains("compact_revision"), "\(late.error)")
  }

  @Test("Records of Kinto, with those that were deleted", .server("kinto"))
  func kinto() throws {
    let server = try RealServer("kinto")
    try server.prepare("kinto")
    let rows = "id,name\n" + (1...250).map { "p\($0),item \($0)\n" }.joined()
    try rows.write(toFile: "\(folder)/rows.csv", atomically: false, encoding: .utf8)
    let imported = try server.result(
      "kinto-import", KintoTests.collection + ["rows=rows.csv", "failures=failed.csv"], in: folder)
    #expect(imported.ending == .exit(0), "\(imported.error)")
    #expect(try new("kinto-since", KintoTests.collection, at: server).count == 250)
    #expect(try new("kinto-since", KintoTests.collection, at: server).isEmpty)
    try "id,name\np7,new\n".write(
      toFile: "\(folder)/rows.csv", atomically: false, encoding: .utf8)
    _ = try server.result(
      "kinto-import", KintoTests.collection + ["rows=rows.csv", "failures=failed.csv"], in: folder)
    let changed = try new("kinto-since", KintoTests.collection, at: server)
    #expect(changed.count == 1 && changed.first?.contains(#""name":"new""#) == true, "\(changed)")
  }

  @Test("Events of Syncthing, which are waited for in rounds", .server("syncthing"))
  func syncthing() throws {
    let server = try RealServer("syncthing")
    let events = try new("syncthing-events", ["key=key"], at: server)
    #expect(events.first?.hasPrefix(#"{"id":1,"type":"Starting""#) == true, "\(events)")
    let later = try new("syncthing-events", ["key=key"], at: server)
    #expect(Set(later).isDisjoint(with: events))
  }

  @Test("Values of Prometheus, an hour in each request", .server("prometheus"))
  func prometheus() throws {
    let server = try RealServer("prometheus")
    let first = Int(Date.now.timeIntervalSince1970) - 3 * 3600
    let words = ["query=vector(1)", "first=\(first)", "step=60"]
    let lines = try new("prometheus-since", words, at: server)
    let times = lines.dropFirst().compactMap { Int($0.split(separator: ",")[0]) }
    #expect(lines.first == "time,value" && times.count == 181, "\(lines.count)")
    #expect(times == Array(stride(from: first, through: first + 180 * 60, by: 60)))
    // Another minute may have begun.
    let later = try new("prometheus-since", words, at: server).dropFirst()
    #expect(
      later.allSatisfy { line in
        Int(line.split(separator: ",")[0]).map { $0 > first + 180 * 60 } ?? false
      })
  }
}
