package import APICallBase
import APICallContracts
package import APICallSafety
import APICallText

extension [FormatRemark] {
  package func report(
    to errors: any ByteSink, of file: String? = nil, masking redactor: Redactor
  ) {
    guard !isEmpty else { return }
    for remark in self {
      var warning = remark.words.reported(as: .warning)
      if let file { warning.message = "\(file): \(warning.message)" }
      warning = warning.masked(by: redactor)
      // The output is complete, whether the message can be written or not.
      try? errors.write(warning.text)
    }
    try? errors.flush()
  }
}

extension FormatRemark {
  fileprivate var words: Message {
    switch self {
    case .surplusMembers(let surplus):
      let rows = surplus.rows.counted("row") + (surplus.rows == 1 ? " has" : " have")
      return Message(
        "\(rows) members that are not columns and are left out: "
          + Self.list(surplus.names, hasMore: surplus.hasMore),
        hint: "choose the columns with --columns, or use the format ndjson, which prints everything"
      )
    case .surplusItems(let rows):
      return Message(
        "\(rows.counted("row")) \(rows == 1 ? "has" : "have") more items than the first row; "
          + "they are left out",
        hint: "the format ndjson prints everything")
    }
  }

  private static func list(_ names: [String], hasMore: Bool) -> String {
    (names.map { "'\($0)'" } + (hasMore ? ["…"] : [])).joined(separator: ", ")
  }
}
