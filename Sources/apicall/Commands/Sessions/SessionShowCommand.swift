import APICallBase
import APICallCore
import APICallSystem
import ArgumentParser

/// The command `apicall session show`.
struct SessionShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a session keeps; secret outputs are masked.",
    usage: "apicall session show [--session <name>] [--json]")

  @OptionGroup var choice: SessionOptions

  @Flag(help: "Print one JSON object a line instead, without the values of secret outputs.")
  var json = false

  func run() throws {
    let world = World.system()
    let session = try SessionChoice(world: world).session(named: choice.session)
    let book = try SessionProblem.asFailure { () throws(SessionProblem) in try session.book() }
    guard let book else {
      guard let name = choice.session else { return }
      throw Failure(.noInput, "there is no session '\(name)'", hint: Self.hint(for: name))
    }
    let listing = SessionListing(book, files: world.files, now: world.now())
    try Printing.print(json ? listing.json : listing.text)
  }

  private static func hint(for name: String) -> String {
    let known = (try? SessionFolder().sessions())?.compactMap(\.name.name) ?? []
    return Nearest.hint(for: name, among: known, noun: "sessions")
  }
}
