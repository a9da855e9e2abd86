/// What only requests without a file have.
struct LineSettings {
  var isForm = false
  /// The file to write; nil for none.
  var saved: String?
}
