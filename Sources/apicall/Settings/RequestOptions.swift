import APICallBase
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallSpec
import CommandOptions

extension OptionSection<RunSettings> {
  /// What is sent, and where to, over what the file says.
  static var request: OptionSection {
    OptionSection(
      "REQUEST",
      [
        .value(
          "--profile", "name",
          "The profile of apicall.yaml to use. Default: APICALL_PROFILE, else its 'profile'.",
          .profile
        ) { $0.destination.profile = Destination.Profile($1) },
        .value(
          "--host", "url",
          "The host in place of the file's or the profile's: scheme://host[:port][/base]."
        ) { (settings, text) throws(Failure) in
          settings.destination.host = try HostAddress(text, option: "--host")
        },
        .value(
          "--header", short: "-H", "field",
          "A header field in place of the file's: 'Name: value'. 'Name:' leaves it out, 'Name;' "
            + "sends it empty. May be repeated.",
          .header
        ) { (settings, text) throws(Failure) in try settings.overrides.addHeader(text) },
        .value(
          "--query", "name=value",
          "An item of the query in place of the file's of that name. May be repeated.", .query
        ) { (settings, text) throws(Failure) in try settings.overrides.addQueryItem(text) },
        .value(
          "--set", "path=yaml",
          "Any field of the file, as in json.user.name=Ann or headers.X-Id=7. May be repeated.",
          .field
        ) { $0.fields.append($1) },
        .value("--timeout", "time", "The limit on the whole exchange, such as 2s.") {
          $0.overrides.set(field: "timeout.total", to: $1, by: "--timeout")
        },
        .value(
          "--connect-timeout", "time",
          "The limit on the time until the connection stands, TLS included. Default: 10s."
        ) { $0.overrides.set(field: "timeout.connect", to: $1, by: "--connect-timeout") },
        .value(
          "--follow", "n",
          "Follow redirects, so many one after the other at most, as in --follow=5; "
            + "\(RedirectRule.usualLimit) for --follow alone, and none for 0.",
          usual: String(RedirectRule.usualLimit)
        ) { $0.overrides.set(field: "redirects.follow", to: $1, isText: false, by: "--follow") },
        .value(
          "--retry", "times",
          "Send the request again so often at most where it failed in a way that may pass; 0 is "
            + "never."
        ) { $0.overrides.set(field: "retry.times", to: $1, isText: false, by: "--retry") },
        .value(
          "--decode", "name",
          "The decoder that reads the answer, whatever its Content-Type: "
            + "\(Builtins.decoders.map { $0.name }.joined(separator: ", ")).",
          .decoder
        ) { $0.overrides.set(field: "decode", to: $1, by: "--decode") },
        .value(
          "--opt", "name.key=value",
          "Set an option of a plugin that the call uses. May be repeated."
        ) { (settings, text) throws(Failure) in
          settings.assignments.append(try OptionAssignment(text))
        },
        .value(
          "--allow-env", "name",
          "Let the file read this variable of the environment, where an input names it. May be "
            + "repeated.",
          .variable
        ) { (settings, name) throws(Failure) in
          guard !name.isEmpty, !name.contains("=") else {
            throw Failure(
              .usage,
              "--allow-env: '\(name.prefix { $0 != "=" })' is not the name of a variable alone",
              hint: "write --allow-env NAME; its value is read from the environment")
          }
          settings.sources.allowedVariables.append(name)
        },
        .value(
          "--allow-origin", "name=origin",
          "Let a stored secret, and what is made with it, go to this origin as well. May be "
            + "repeated."
        ) { (settings, text) throws(Failure) in
          settings.allowances.append(try SecretAllowance(option: text))
        },
        .flag(
          "--netrc",
          "Authorise the request by your netrc file, and let the file read what it has for the "
            + "host."
        ) {
          $0.sources.allowsNetrc = true
          $0.overrides.setNetrc()
        },
        .fileRoot { $0.fileRoots.append($1) },
      ])
  }
}

extension HostAddress {
  /// Reads the value of an option.
  ///
  /// - Throws: a ``Failure`` with exit status 64 that names the option.
  init(_ text: String, option: String) throws(Failure) {
    do {
      self = try HostAddress(text)
    } catch {
      var diagnostic = error.diagnostic(of: text)
      diagnostic.message = "\(option): \(diagnostic.message)"
      throw Failure(.usage, [diagnostic])
    }
  }
}
