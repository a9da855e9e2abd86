import APICallBase
import APICallSpec
import JSONText

extension SessionBook {
  /// The file: an entry a line.
  ///
  /// Where it would be longer than ``limit``, the entries that were stored first are left out.
  var octets: [UInt8] {
    var head = Array("{\"version\":\(Self.version)".utf8)
    if let project {
      head += ",\"project\":".utf8
      JSONWriter.append(string: project, to: &head)
    }
    head += ",\"salt\":\"\(Base64.encode(salt.revealedOctets))\",\"entries\":[".utf8
    let tail = Array("\n]}\n".utf8)
    let lines = records.map { Self.line(of: $0) }
    var room = Self.limit - head.count - tail.count
    var first = lines.count
    // Two octets part a line from the one before.
    while first > 0, lines[first - 1].count + 2 <= room {
      first -= 1
      room -= lines[first].count + 2
    }
    var octets = head
    for (index, line) in lines[first...].enumerated() {
      octets += index == 0 ? "\n".utf8 : ",\n".utf8
      octets += line
    }
    return octets + tail
  }

  private static func line(of record: SessionRecord) -> [UInt8] {
    var members: [(key: String, value: BuiltJSON)] = [("spec", .text(record.spec))]
    if let profile = record.profile { members.append(("profile", .text(profile))) }
    members.append(("origin", .text(record.origin)))
    members.append(("inputs", .text(record.inputs)))
    members.append(("taken", .text(record.entry.taken.iso8601Nanoseconds)))
    if let expires = record.entry.expires {
      members.append(("expires", .text(expires.iso8601Nanoseconds)))
    }
    let outputs = record.entry.outputs.map { output in
      var members: [(key: String, value: BuiltJSON)] = [
        ("name", .text(output.name)), ("value", .json(output.json.revealedOctets)),
      ]
      if output.isSecret { members.append(("secret", .boolean(true))) }
      if !output.secrets.isEmpty {
        members.append(("secrets", .list(output.secrets.map { $0.built })))
      }
      if !output.servers.isEmpty {
        members.append(("servers", .list(output.servers.map { .text($0.description) })))
      }
      return BuiltJSON.map(members)
    }
    members.append(("outputs", .list(outputs)))
    var octets: [UInt8] = []
    BuiltJSON.map(members).append(to: &octets)
    return octets
  }
}

extension SessionSecret {
  fileprivate var built: BuiltJSON {
    var members: [(key: String, value: BuiltJSON)] = [("name", .text(name))]
    if !origins.isEmpty {
      members.append(("origins", .list(origins.map { .text($0.description) })))
    }
    if isForTrust { members.append(("untrusted", .boolean(true))) }
    return .map(members)
  }
}
