package import JSONText

extension ResponseHead {
  /// The members of an object that tells of the head; header fields are pairs.
  package var jsonMembers: [(key: String, value: BuiltJSON)] {
    [
      ("status", BuiltJSON(status)), ("reason", reason.isEmpty ? .null : .text(reason)),
      ("http_version", .text(version)), ("headers", .pairs(headers)),
    ]
  }
}

extension BuiltJSON {
  /// Header fields as pairs of name and value: names may repeat, and their order counts.
  package static func pairs(_ fields: [ResponseHead.Field]) -> BuiltJSON {
    .list(fields.map { .texts([$0.name, $0.value]) })
  }
}
