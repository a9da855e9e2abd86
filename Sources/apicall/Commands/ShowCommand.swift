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

  func run() throws {
    let scanned = ArgumentScanner.Scanned(
      operands: operands, options: destination.scanned + inputs.scanned)
    try Show(settings: RunSettings(scanned)).perform()
  }
}

/// Prints the request of a call.
struct Show {
  let settings: RunSettings

  func perform() throws(Failure) {
    let workbench = Workbench()
    let endpoint = try workbench.library.endpoint(at: workbench.library.path(of: settings.endpoint))
    var builder = CallBuilder(world: workbench.world, destination: settings.destination)
    builder.sources = settings.sources
    let call = try builder.call(endpoint, with: settings.inputs)
    let request = call.request
    var text = "\(request.method) \(request.url.text)\n"
    for field in request.headers { text += "\(field.name): \(field.shownValue)\n" }
    if let body = request.body { text += "\n\(body.masked)\n" }
    try Printing.print(text)
  }
}
