import APICallBase
import CommandOptions

extension Command {
  static var requests: [Command] {
    ["get", "head", "post", "put", "patch", "delete", "options"].map { request($0) }
  }

  static func request(_ name: String) -> Command {
    let method = name.uppercased()
    return Command(
      "apicall \(name)",
      "Make \(name == "options" ? "an" : "a") \(method) request to a URL, without a file.",
      usage: "apicall \(name) <url> [<item> ...] [<options>]",
      discussion: """
        Without a scheme, https:// is meant, and http:// for localhost. The response and the exit \
        status are those of 'apicall run'. No project file is read.
        """,
      operands: [
        Operand("url", "The URL.", .one),
        Operand(
          "item",
          "Name:value for a header field, name==value for an item of the query, name=value for "
            + "text in a JSON body or a form, name:=JSON, name@FILE for a file in a form, and @FILE "
            + "or @- for the whole body. A value @FILE is read from a file, as in Name:@FILE.",
          .any),
      ],
      settings: RunSettings(),
      sections: [.line, .request, .sending, .connection, .output, .reports],
      advice: HabitTable.hint(forOptionOfRequest:)
    ) { (settings, operands) throws(Failure) in
      try RequestRun.perform(settings, method: method, operands)
    }
  }
}

extension OptionSection<RunSettings> {
  static var line: OptionSection {
    OptionSection(
      "ITEMS",
      [
        .flag("--form", "Send name=value as a form, and not as JSON.") { $0.isForm = true },
        .value(
          "--save", "file",
          "Also write the request as a file for 'apicall run'; credentials become inputs.", .path
        ) { $0.savedRequest = $1 },
      ])
  }
}
