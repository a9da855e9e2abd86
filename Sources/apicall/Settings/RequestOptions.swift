import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallSafety
import CommandOptions
import Glibc

extension OptionSection<RunSettings> {
  static var request: OptionSection {
    OptionSection(
      "REQUEST",
      [
        .value(
          "--profile", "name",
          "Use this profile from apicall.yaml (default: APICALL_PROFILE, else its 'profile').",
          .profile
        ) { $0.destination.profile = Destination.Profile($1) },
        .value(
          "--host", "url",
          "Send the request to this host instead of the file's or the profile's: "
            + "scheme://host[:port][/base]."
        ) { (settings, text) throws(Failure) in
          settings.destination.host = try HostAddress(text, option: "--host")
        },
        .value(
          "--header", short: "-H", "field",
          "Set a header field: 'Name: value'. 'Name:' removes it, 'Name;' sends it empty. May be "
            + "repeated.",
          .header
        ) { (settings, text) throws(Failure) in try settings.overrides.addHeader(text) },
        .value(
          "--query", "name=value",
          "Set a query item, replacing the file's items of that name. May be repeated.", .query
        ) { (settings, text) throws(Failure) in try settings.overrides.addQueryItem(text) },
        .value(
          "--set", "path=yaml",
          "Set any field of the file, such as json.user.name=Ann or headers.X-Id=7. May be "
            + "repeated.",
          .field
        ) { $0.fields.append($1) },
        .value(
          "--timeout", "time", "Time limit for the whole exchange, such as 2s (default none)."
        ) { $0.overrides.set(field: "timeout.total", to: $1, by: "--timeout") },
        .value(
          "--connect-timeout", "time",
          "Time limit for connecting, including TLS (default 10s)."
        ) { $0.overrides.set(field: "timeout.connect", to: $1, by: "--connect-timeout") },
        .value(
          "--follow", "n",
          "Follow up to N redirects in a row, as in --follow=5 (default 0); --follow alone follows "
            + "up to \(RedirectRule.usualLimit).",
          usual: String(RedirectRule.usualLimit)
        ) { $0.overrides.set(field: "redirects.follow", to: $1, isText: false, by: "--follow") },
        .value(
          "--retry", "times",
          "Retry up to this many times after a transient failure (default 0)."
        ) { $0.overrides.set(field: "retry.times", to: $1, isText: false, by: "--retry") },
        .value(
          "--decode", "name",
          "Decode the response with this decoder, whatever its Content-Type: "
            + "\(Builtins.decoders.map { $0.name }.joined(separator: ", ")) "
            + "(default: the file's 'decode').",
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
          "Allow the file to read this environment variable if an input names it. May be repeated.",
          .variable
        ) { (settings, name) throws(Failure) in
          guard !name.isEmpty, !name.contains("=") else {
            throw Failure(
              .usage,
              "--allow-env: '\(name.prefix { $0 != "=" })' is not only the name of a variable",
              hint: "write --allow-env NAME; its value is read from the environment")
          }
          settings.sources.allowedVariables.append(name)
        },
        .value(
          "--allow-origin", "name=origin",
          "Allow a stored secret, and values made from it, to go to this origin as well. May be "
            + "repeated."
        ) { (settings, text) throws(Failure) in
          settings.allowances.append(try SecretAllowance(option: text))
        },
        .value(
          "--grant", "name[=methods]",
          "Let files that are not trusted use a stored secret in this run, in GET and HEAD requests, or "
            + "in these methods: NAME=GET,POST,body. May be repeated."
        ) { (settings, text) throws(Failure) in
          settings.grants.append(try SecretGrants.Entry(option: text))
        },
        .flag(
          "--netrc",
          "Authorise the request with the entry for its host in your netrc file, and allow the "
            + "file to read it."
        ) {
          $0.sources.allowsNetrc = true
          $0.overrides.setNetrc()
        },
        .value(
          "--netrc-file", "file", "Do as --netrc does, with this file in place of your own.", .path
        ) {
          $0.sources.allowsNetrc = true
          // The one place where the file is looked up.
          setenv("NETRC", $1, 1)
          $0.overrides.setNetrc()
        },
        .fileRoot { $0.fileRoots.append($1) },
      ])
  }
}

extension HostAddress {
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
