import ArgumentParser
import Testing

@testable import apicall

@Suite("The scanner of command lines")
struct ArgumentScannerTests {
  private static let scanners: [(command: String, scanner: ArgumentScanner)] = [
    ("run", .run), ("show", .show), ("check", .check),
  ]

  @Test("knows the options and flags that ArgumentParser knows", arguments: scanners)
  func agreesWithParser(command: String, scanner: ArgumentScanner) throws {
    let dump = try ParserDump.read()
    let help: Set = ["-h", "--help"]
    #expect(try dump.names(of: command, kind: "option") == Set(scanner.options))
    #expect(try dump.names(of: command, kind: "flag").subtracting(help) == Set(scanner.flags))
  }

  /// What ArgumentParser reads of a command line.
  private static func parsed(
    _ command: String, _ arguments: [String]
  ) throws -> ArgumentScanner.Scanned {
    let arguments = ArgumentScanner.withValues(arguments)
    return switch command {
    case "run": try RunCommand.parse(arguments).scanned
    case "show": try ShowCommand.parse(arguments).scanned
    default: throw SetupError("\(command) has no settings of its own")
    }
  }

  @Test("finds every option where ArgumentParser leaves it", arguments: ["run", "show"])
  func agreesWithSettings(command: String) throws {
    let scanner = command == "run" ? ArgumentScanner.run : .show
    let table = try #require(CompletionTable.commands.first { $0.name == command })
    for option in table.options {
      for name in option.names {
        let arguments = ["login.yaml", name] + (option.value == nil ? [] : ["x=1"])
        let scanned = try #require(scanner.scan(arguments), "\(name)")
        let parsed = try Self.parsed(command, arguments)
        #expect(parsed.operands == scanned.operands, "\(name)")
        // ArgumentParser forgets which of its names an option was given by.
        let long = Array(option.names.suffix(1))
        // The one option that needs no value has one all the same.
        let isFlag = option.value == nil && name != ArgumentScanner.follow
        #expect(parsed.options.map(\.name) == (isFlag ? [] : long), "\(name)")
        #expect(parsed.options.map(\.value) == scanned.options.map(\.value), "\(name)")
        #expect(parsed.flags == (isFlag ? long : []), "\(name)")
      }
    }
  }

  @Test(
    "leaves what is out of the ordinary to ArgumentParser",
    arguments: [
      ["--help"], ["-h"], ["--format=json"], ["--format"], ["--format", "--print"], ["-vv"],
      ["--unknown"], ["--"], ["-"], ["--form", "json"], ["--print", "-1"], ["--color=never"],
      ["--followed"],
    ])
  func leaves(arguments: [String]) {
    let scanned = ArgumentScanner.run.scan(["login.yaml"] + arguments)
    #expect(scanned?.operands == nil)
  }

  @Test("finds operands and options in any order")
  func finds() throws {
    let scanned = try #require(
      ArgumentScanner.run.scan([
        "--print", "a", "login.yaml", "-v", "x=--y", "--print", "b", "", "--mock", "http://[::1]",
      ]))
    #expect(scanned.operands == ["login.yaml", "x=--y", ""])
    #expect(scanned.options.map(\.name) == ["--print", "--print", "--mock"])
    #expect(scanned.values(of: "--print") == ["a", "b"])
    #expect(scanned.values(of: "--mock") == ["http://[::1]"])
    #expect(scanned.flags == ["-v"])
  }

  @Test(
    "what stands behind --follow is not its value",
    arguments: [
      (["--follow", "login.yaml"], "10"), (["--follow=3", "login.yaml"], "3"),
      (["login.yaml", "--follow"], "10"),
    ])
  func follow(arguments: [String], value: String) throws {
    let scanned = try #require(ArgumentScanner.run.scan(arguments))
    #expect(scanned.operands == ["login.yaml"])
    #expect(scanned.values(of: "--follow") == [value])
    let parsed = try Self.parsed("run", arguments)
    #expect(parsed.operands == ["login.yaml"])
    #expect(parsed.values(of: "--follow") == [value])
  }

  @Test(
    "reads the same as ArgumentParser, which gets the same line in a form the scanner leaves",
    arguments: [
      (["--host", "http://a.example"], ["--host=http://a.example"]),
      (["--profile", "live"], ["--profile=live"]),
      (
        ["--host", "http://a.example", "--host", "http://b.example"],
        ["--host=http://a.example", "--host=http://b.example"]
      ),
      (["--host", "ftp://a.example"], ["--host=ftp://a.example"]),
      (["--profile", "other"], ["--profile=other"]),
      (["--follow", "--origin"], ["--follow", "--origin", "--color=never"]),
      (["--follow=3", "--origin"], ["--follow=3", "--origin", "--color=never"]),
      (["--follow=x"], ["--follow=x", "--color=never"]),
    ])
  func sameResult(scanned: [String], parsed: [String]) throws {
    let program = try Place.program("apicall")
    let runs = try [scanned, parsed].map { options in
      let arguments = [program, "show", "todos/get", "id=1"] + options
      return CommandRun(try ChildProcess(arguments))
    }
    #expect(runs[0] == runs[1])
  }
}
