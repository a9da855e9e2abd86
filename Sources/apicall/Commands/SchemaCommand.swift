import APICallBase
import APICallReading
import CommandOptions

extension Command {
  static var schema: Command {
    Command(
      "apicall schema", "Print a JSON Schema of endpoint files, for editors.",
      usage: "apicall schema [--project]",
      discussion: """
        An editor with a YAML language server completes and checks a file whose first lines \
        contain '# yaml-language-server: $schema=PATH': see apicall-schema(1).
        """,
      settings: false,
      options: [
        .flag("--project", "Print the schema of the project file, apicall.yaml, instead.") {
          $0 = true
        }
      ]
    ) { (isProject, _) throws(Failure) in
      let schema = SpecSchema(
        of: isProject ? .project : .endpoint, registry: CommandEnvironment().registry)
      try Printing.print(schema.text)
    }
  }
}
