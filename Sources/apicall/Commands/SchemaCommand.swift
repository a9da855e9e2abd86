import APICallSpec
import ArgumentParser

/// The command `apicall schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of an endpoint file, for editors.",
    usage: "apicall schema [--project]",
    discussion: """
      An editor with a YAML language server completes and checks a file whose first lines hold \
      '# yaml-language-server: $schema=PATH': see apicall(1).
      """)

  @Flag(help: "The schema of the project file, apicall.yaml, instead.")
  var project = false

  func run() throws {
    let schema = SpecSchema(
      of: project ? .project : .endpoint, vocabulary: Workbench().registry.vocabulary)
    try Printing.print(schema.text)
  }
}
