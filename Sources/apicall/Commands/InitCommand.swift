import APICallBase
import APICallReading
import APICallSystem
import APICallText
import CommandOptions
import YAMLTree

extension Command {
  static var initialize: Command {
    Command(
      "apicall init", "Begin a project: a project file, an endpoint, a test and the schemas.",
      usage: "apicall init [<folder>]",
      discussion: """
        The endpoint has an example, so 'apicall run hello --examples' and 'apicall test' \
        work at once, without a server. Existing files stay as they are.
        """,
      operands: [
        Operand("folder", "An existing folder (default: the working directory).", .upToOne, .path)
      ]
    ) { (operands) throws(Failure) in try Initialization(folder: operands.first ?? ".").perform() }
  }
}

/// The first files of a project.
private struct Initialization {
  let folder: String
  private let files = SystemFiles()

  func perform() throws(Failure) {
    guard files.status(of: folder)?.kind == .folder else {
      throw Failure(
        .noInput, "folder '\(folder)' does not exist",
        hint: "'mkdir \(ShellWord.path(folder))' creates it")
    }
    let texts = try contents()
    let taken = texts.map(\.name).filter { SystemFolder.isTaken(path(of: $0)) }
    guard taken.isEmpty else {
      throw Failure(
        .cannotCreate, "'\(path(of: taken[0]))' exists already",
        hint: "'apicall init' begins a new project; 'apicall get URL --save FILE' writes one file")
    }
    let endpoints = path(of: EndpointLibrary.folderName)
    if SystemFolder.isTaken(endpoints), files.status(of: endpoints)?.kind != .folder {
      throw Failure(
        .cannotCreate, "'\(endpoints)' is not a folder, or is a link that leads nowhere",
        hint: "rename it: 'apicall init' makes a folder of that name")
    }
    try NewFile.createFolder(endpoints)
    for (name, text) in texts {
      var text = text
      if name.hasSuffix(".yaml") {
        let isProject = name == ProjectFile.name
        text = try SpecFormatter.format(Source(name: name, text: text), isProject: isProject)
      }
      try NewFile.create(path(of: name), with: Array(text.utf8))
    }
    try Printing.print(
      lines: texts.map { "created: \(path(of: $0.name))" } + [
        "",
        "Next: \(folder == "." ? "" : "cd \(ShellWord.path(folder)) && ")"
          + "apicall run hello name=Ann --examples",
      ])
  }

  private func path(of name: String) -> String { FilePath.join(folder, name) }

  private func contents() throws(Failure) -> [(name: String, text: String)] {
    let registry = CommandEnvironment().registry
    return [
      (ProjectFile.name, Self.text(PackageResources.project_yaml)),
      ("\(EndpointLibrary.folderName)/hello.yaml", Self.text(PackageResources.hello_yaml)),
      ("hello.test.yaml", Self.text(PackageResources.hello_test_yaml)),
      (".apicall-endpoint.json", SpecSchema(of: .endpoint, registry: registry).text),
      (".apicall-project.json", SpecSchema(of: .project, registry: registry).text),
    ]
  }

  /// The text of a file in the folder of this code.
  private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
