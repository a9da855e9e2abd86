/// The names in jq of filters that have another name here.
enum JQNames {
  /// Returns a hint for a name that is not that of a filter.
  ///
  /// Returns what to write; nil for another name.
  static func hint(for name: String) -> String? {
    ours.first { $0.name == name }.map { "write \($0.ours)" }
  }

  private static let ours: [(name: String, ours: String)] = [
    ("ascii_downcase", "lower"), ("ascii_upcase", "upper"), ("tojson", "json"),
    ("@json", "json"), ("@text", "tostring"), ("@base64", "base64"), ("@base64d", "base64d"),
    ("@uri", "urlencode"), ("@urid", "urldecode"), ("@html", "html"), ("@sh", "shell"),
    ("fabs", "abs"), ("splits", "split"), ("strftime", "date"), ("todate", "date(\"iso8601\")"),
    ("fromdate", "date(\"unix\")"), ("mktime", "date(\"unix\")"),
    ("fromdateiso8601", "date(\"unix\")"),
    ("@csv", "'format: csv' for rows, or join(\",\") for one text"),
    ("@tsv", "'format: tsv' for rows, or join(\"\\t\") for one text"),
    ("limit", "slice(0, n), or the field 'limit' for rows"),
  ]
}
