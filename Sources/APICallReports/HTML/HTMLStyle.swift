/// The head and the style sheet of the pages.
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

  /// Writes what the head of a page contains.
  static func head(_ title: String, to writer: inout MarkupWriter) {
    writer.void("meta", ["charset": "utf-8"])
    writer.void(
      "meta",
      [
        "http-equiv": "Content-Security-Policy",
        "content": "default-src 'none'; style-src '\(source)'; base-uri 'none'; "
          + "form-action 'none'",
      ])
    writer.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    writer.void("meta", ["name": "color-scheme", "content": "light dark"])
    writer.block("title", text: title)
    writer.block("style") { $0.write(raw: sheet) }
  }
}
