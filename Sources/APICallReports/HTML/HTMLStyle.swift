/// The style sheet of the page.
enum HTMLStyle {
  /// The only source of styles that the page allows: the SHA-256 digest of the sheet.
  ///
  /// No other text on the page can be a style then. A test computes the digest.
  static let source = "sha256-Br3cpcZ0LknpOCBUWw+rsmR74n1gCtRopr1Z+7bXGN4="

  /// The sheet: a file of this folder.
  ///
  /// The page does not need it: it adds layout, colours for light and dark screens, and
  /// rules for paper.
  static let sheet = [UInt8(ascii: "\n")] + PackageResources.report_css
}
