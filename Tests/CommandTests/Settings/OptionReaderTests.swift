import APICallBase
import APICallCurl
import APICallReading
import CommandOptions
import Testing

@testable import apicall

@Suite("The option reader")
struct OptionReaderTests {
  private static var reader: OptionReader<RunSettings> {
    OptionReader(path: "apicall run") {
      [.request, .sending, .connection, .output, .reports]
    }
  }

  private static func read(
    _ words: [String]
  ) throws -> (settings: RunSettings, operands: [String]) {
    var settings = RunSettings()
    let operands = try reader.read(words[...], into: &settings)
    return (settings, operands)
  }

  @Test("It finds operands and options in any order")
  func finds() throws {
    let (settings, operands) = try Self.read([
      "--print", "a", "login.yaml", "-v", "x=--y", "--print", "b,c", "", "--jq", "-", "--", "-k",
    ])
    #expect(operands == ["login.yaml", "x=--y", "", "-k"])
    #expect(settings.output.prints == ["a", "b", "c"])
    #expect(settings.output.expression == "-")
    #expect(settings.reports.isVerbose && !settings.network.isInsecure)
  }

  @Test(
    "It reads a value in each of its forms",
    arguments: [
      ["--jobs", "4"], ["--jobs=4"], ["-j", "4"], ["-j4"], ["-j=4"], ["-j", "2", "-j4"],
    ])
  func forms(words: [String]) throws {
    let (settings, operands) = try Self.read(words + ["login.yaml"])
    #expect(settings.series.jobs == 4)
    #expect(operands == ["login.yaml"])
  }

  @Test("It reads combined one-letter flags, and reports the names of given options")
  func letters() throws {
    let (settings, _) = try Self.read(["-kv4", "--noproxy=*", "--insecure"])
    #expect(settings.network.isInsecure && settings.reports.isVerbose)
    #expect(settings.connectionOptions == ["-k", "-4", "--noproxy", "--insecure"])
  }

  @Test(
    "Of an option and its opposite, the last one counts",
    arguments: [
      (["--no-progress", "--progress"], true), (["--progress", "--no-progress"], false),
    ])
  func opposite(words: [String], shows: Bool) throws {
    #expect(try Self.read(words).settings.reports.showsProgress == shows)
  }

  @Test(
    "The word after --follow is not its value",
    arguments: [
      (["--follow", "login.yaml"], "10"), (["--follow=3", "login.yaml"], "3"),
      (["login.yaml", "--follow"], "10"),
    ])
  func follow(words: [String], value: String) throws {
    let (settings, operands) = try Self.read(words)
    #expect(operands == ["login.yaml"])
    var wanted = RunSettings()
    wanted.overrides.set(field: "redirects.follow", to: value, isText: false, by: "--follow")
    #expect("\(settings.overrides)" == "\(wanted.overrides)")
  }

  @Test(
    "It reports mistakes",
    arguments: [
      (["--format"], "missing value for '--format <name>'", nil),
      (["-x"], "missing value for '-x <url>'", nil),
      (["--format", "--print"], "missing value for '--format <name>'", nil),
      (["--print", "-1"], "missing value for '--print <part>'", nil),
      (["--format", "--", "x"], "missing value for '--format <name>'", nil),
      (["--json=3"], "the option '--json' takes no value, but '3' is given", nil),
      (["--formt", "json"], "unknown option '--formt'", "did you mean '--format'?"),
      (["--formt=json"], "unknown option '--formt'", "did you mean '--format'?"),
      (["-proxy", "a"], "unknown option '-proxy'", "did you mean '--proxy'?"),
      (["--followed"], "unknown option '--followed'", "did you mean '--follow'?"),
      (["--no-progres"], "unknown option '--no-progres'", "did you mean '--no-progress'?"),
      (["-vz"], "unknown option '-z'", nil), (["-z"], "unknown option '-z'", nil),
      (["-vx", "a"], "unknown option '-vx'", nil), (["--=x"], "unknown option '--'", nil),
      (["-=x"], "unknown option '-'", nil), (["-oout"], "unknown option '-oout'", nil),
    ] as [([String], String, String?)])
  func mistakes(words: [String], message: String, hint: String?) {
    let failure = #expect(throws: Failure.self) { try Self.read(["login.yaml"] + words) }
    #expect(failure?.status == .usage)
    #expect(failure?.diagnostics.map(\.message) == [message])
    #expect(failure?.diagnostics.first?.hint == hint ?? "'apicall run --help' lists the options")
  }

  /// Returns the problem with operands; nil without one.
  @Test(
    "It checks the number of operands",
    arguments: [
      ([], "missing expected argument '<name>'"), (["a"], nil), (["a", "b"], nil),
      (["a", "b", "c"], "unexpected argument 'c'"),
      (["a", "b", "c", "d"], "2 unexpected arguments: 'c', 'd'"),
    ] as [([String], String?)])
  func operands(words: [String], message: String?) {
    let forms = [Operand("name", "The name."), Operand("-", "More.", .upToOne)]
    var found: String?
    do throws(Failure) {
      try Self.reader.check(words, by: forms)
    } catch {
      found = error.diagnostics.first?.message
    }
    #expect(found == message)
  }

  @Test("The table names each option of a command once", arguments: Command.every.map(\.path))
  func once(path: String) throws {
    let command = try #require(Command.every.first { $0.path == path })
    let names = command.forms.flatMap(\.names) + ["--help", "-h"]
    #expect(Set(names).count == names.count)
    for form in command.forms {
      #expect(form.long.hasPrefix("--") && (form.short.isEmpty || form.short.utf8.count == 2))
      #expect(!form.summary.isEmpty && !form.summary.hasSuffix("."), "\(form.long)")
    }
  }
}

extension Command {
  /// All commands, including groups of commands and the program itself.
  static var every: [Command] {
    func all(_ command: Command) -> [Command] { [command] + command.subcommands.flatMap(all) }
    return all(.apicall)
  }
}
