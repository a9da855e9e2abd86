import ArgumentParser

/// Where a call goes, over what its file says.
struct DestinationOptions: ParsableArguments {
  @Option(help: "The profile of apicall.yaml to use. Default: its own choice.")
  var profile: String?

  @Option(help: ArgumentHelp("The host in place of the file's or the profile's.", valueName: "url"))
  var host: String?

  /// The options as the scanner would have found them.
  var scanned: [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    if let profile { options.append(("--profile", profile)) }
    if let host { options.append(("--host", host)) }
    return options
  }
}
