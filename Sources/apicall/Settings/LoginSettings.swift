/// The options of the commands about tokens.
struct LoginSettings {
  /// Whether a login uses no browser on this machine.
  var usesCode = false
  var isJSON = false
  /// Whether all tokens of the project are removed.
  var isOfAll = false
}
