/// A file that reads a response, and how it is run.
struct ResponseReader: Sendable {
  /// The column of the table.
  var column: String
  /// The file; `CALL` stands for the URL, and for `decode` if the response needs it.
  var file: String
  var options: [String] = []
  /// The name of a way to get from one page to the next; nil for a reader of one response.
  var way: String?
  /// Whether the response is a page that the one before it announces.
  var isAnnounced = false

  /// What is run, in words.
  var name: String {
    options.isEmpty ? file + (isAnnounced ? ", announced" : "") : options.joined(separator: " ")
  }

  static let all = ofOneResponse + ofPages

  private static let ofOneResponse = [
    ResponseReader(column: "printed", file: "{CALL}"),
    ResponseReader(column: "format", file: "{CALL}", options: ["--format", "json"]),
    ResponseReader(column: "format", file: "{CALL}", options: ["--format", "yaml"]),
    ResponseReader(column: "format", file: "{CALL}", options: ["--format", "csv"]),
    ResponseReader(column: "format", file: "{CALL, format: lines}"),
    ResponseReader(column: "select, rows", file: "{CALL, select: $.items}"),
    ResponseReader(
      column: "select, rows", file: "{CALL, select: {it: '$.items[*]'}, shape: {id: <it.id>}}"),
    ResponseReader(
      column: "select, rows", file: "{CALL}", options: ["--select", "$.items[*].id"]),
    ResponseReader(
      column: "select, rows",
      file: "{steps: {list: {call: {CALL}, select: '$.items[*]'}}, print: <list.value>}"),
    ResponseReader(
      column: "outputs", file: "{CALL, outputs: {all: $.items}}", options: ["--print", "all"]),
    ResponseReader(
      column: "outputs",
      file: "{steps: {list: {call: {CALL, outputs: {all: $.items}}}}, print: <list.all>}"),
    ResponseReader(
      column: "outputs",
      file: "{steps: {list: {call: {CALL}}, remove: {each: <list.body.items>, call: {CALL}}}}"),
    ResponseReader(column: "expect", file: "{CALL, expect: {body: {$.items: {type: array}}}}"),
    ResponseReader(
      column: "expect", file: "{CALL, expect: {body: {'$.items[*].id': {min: 0}}}}"),
    ResponseReader(
      column: "poll",
      file: "{steps: {list: {call: {CALL}, poll: {until: {body: {$.items: {type: array}}}, "
        + "every: 10ms, for: 5m}}}}"),
  ]

  private static let ofPages: [ResponseReader] = [
    ("link", "link: next"), ("next", "next: $.next"),
    ("cursor", "cursor: $.next, into: query.from"), ("page", "page: query.page"),
  ].flatMap { (way: String, fields: String) in
    [false, true].map { isAnnounced in
      ResponseReader(
        column: "pages", file: "{CALL, paginate: {\(fields), items: $.items}}", way: way,
        isAnnounced: isAnnounced)
    }
  }

  /// The responses that a server sends, in order; the last one is also sent to further requests.
  ///
  /// - Parameters:
  ///   - response: the response that is read.
  ///   - path: the path of the requests.
  /// - Returns: the bytes of the responses.
  func replies(with response: WrongResponse, at path: String) -> [[UInt8]] {
    let end = WrongResponse.right(#"{"items": []}"#)
    if way == nil { return [response.bytes, WrongResponse.right()] }
    if !isAnnounced { return [response.bytes, end] }
    let first =
      way == "link"
      ? WrongResponse.right(#"{"items": [{"id": 1}]}"#, "Link: <\(path)?page=2>; rel=next")
      : WrongResponse.right(#"{"items": [{"id": 1}], "next": "\#(path)?page=2"}"#)
    return [first, response.bytes, end]
  }

  /// The position of the result in a cell with several, unless the response decides.
  ///
  /// A page after a document has to be one, even if nothing announces it.
  var choice: Int { isAnnounced ? 1 : 0 }
}
