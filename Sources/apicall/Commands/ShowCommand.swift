import APICallCore
import APICallSystem
import ArgumentParser
import Glibc

/// The command `apicall show`.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the request of a call, secrets masked; nothing is sent.",
    usage: "apicall show <file> [<name=value> ...] [<options>]")

  @Argument(help: CallOperands.help)
  var operands: [String] = []

  @OptionGroup var destination: DestinationOptions

  @OptionGroup var inputs: InputOptions

  @Flag(help: "Say where each part of the request comes from: the line, option or profile.")
  var origin = false

  func run() throws {
    let scanned = ArgumentScanner.Scanned(
      operands: operands, options: destination.scanned + inputs.scanned,
      flags: origin ? ["--origin"] : [])
    try Show(settings: RunSettings(scanned)).perform()
  }
}

/// Prints the request of a call.
struct Show {
  let settings: RunSettings

  func perform() throws(Failure) {
    let workbench = Workbench(fileRoots: settings.fileRoots)
    let endpoint = try workbench.endpoint(for: settings)
    var builder = CallBuilder(world: workbench.world, destination: settings.destination)
    builder.sources = settings.sources
    let director = builder.director(for: endpoint)
    let call = try builder.call(endpoint, with: settings.inputs, by: director)
    if settings.showsOrigins {
      let origins = RequestOrigins(of: call, by: director, to: settings.destination)
      return try Printing.print(origins.text)
    }
    let request = call.request
    var text = "\(request.method) \(request.url.text)\n"
    for field in request.headers { text += "\(field.name): \(field.shownValue)\n" }
    if let body = request.body { text += "\n\(body.masked)\n" }
    try Printing.print(text)
  }
}
