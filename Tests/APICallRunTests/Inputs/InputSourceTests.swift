import APICallBase
import APICallLanguage
import APICallReading
@testable import APICallRequests
import APICallText
import TestWorlds
import Testing

@Suite("Sources of input values")
struct InputSourceTests {
  private static let spec = """
    host: a.example
    inputs:
      a: {env: A, default: d}
      b: {env: B, optional: true}
      c: {type: integer, env: C, default: 0}
      f: {type: file, env: F, optional: true}
      g: {type: array, env: G, optional: true}
    """

  private func value(
    _ name: String, _ caller: FixedCaller, _ arguments: [String] = [],
    allowing names: [String] = [], profile: [String: String] = [:]
  ) throws -> String? {
    var files = MemoryFiles(["call.yaml": Self.spec, "x.png": "x"])
    files.link("call.yaml", to: "/home/ann/other/call.yaml")
    files.add("/home/ann/other/call.yaml", Self.spec)
    var sources = InputSources()
    sources.allowedVariables = names
    for (name, json) in profile {
      sources.profileInputs.append(.init(name: name, value: try Value(json: json), mark: .nowhere))
    }
    let scope = try InputResolver(SpecText.endpoint(Self.spec), from: sources)
      .scope(
        from: arguments.compactMap { InputResolver.Assignment($0) },
        in: .fixed(files, caller: caller))
    return scope[name]?.value.map { String(decoding: $0.jsonText, as: UTF8.self) }
  }

  @Test("The precedence is command line, environment, profile, default")
  func order() throws {
    let caller = FixedCaller(["A": "e"])
    #expect(try value("a", caller, ["a=x"], allowing: ["A"], profile: ["a": "\"p\""]) == "\"x\"")
    #expect(try value("a", caller, allowing: ["A"], profile: ["a": "\"p\""]) == "\"e\"")
    #expect(try value("a", caller, profile: ["a": "\"p\""]) == "\"p\"")
    #expect(try value("a", caller) == "\"d\"")
    #expect(try value("b", caller) == nil)
  }

  @Test("A variable is read if it is allowed by name, and no other is")
  func allowed() throws {
    let caller = FixedCaller(["A": "e", "B": "f"])
    #expect(try value("a", caller, allowing: ["B"]) == "\"d\"")
    #expect(try value("b", caller, allowing: ["B"]) == "\"f\"")
  }

  @Test("A variable is read if the folders of the file and of a link to it are trusted")
  func trusted() throws {
    func caller(_ folder: String) -> FixedCaller { FixedCaller(["A": "e"], trusting: [folder]) }
    // The link is in /home/ann/shop; its target is not.
    #expect(try value("a", caller("/home/ann/other")) == "\"d\"")
    #expect(try value("a", caller("/home/ann")) == "\"e\"")
    #expect(try value("a", caller("/home/ann/shop")) == "\"d\"")
  }

  @Test("The project's folder must be trusted too, because it decides where the value goes")
  func project() throws {
    func isRead(_ folder: String) throws -> Bool {
      let files = MemoryFiles([
        "apicall.yaml": "profile: p\nprofiles: {p: {host: a.example}}",
        "sub/call.yaml": "inputs: {a: {env: A, default: d}}",
      ])
      let endpoint = try EndpointLibrary(files: files, reader: SpecText.reader)
        .endpoint(at: "sub/call.yaml")
      let scope = try InputResolver(endpoint).scope(
        from: [], in: .fixed(files, caller: FixedCaller(["A": "e"], trusting: [folder])))
      return scope["a"]?.value?.plainText == "e"
    }
    #expect(try isRead("/home/ann/shop"))
    #expect(try !isRead("/home/ann/shop/sub"))
  }

  @Test("A variable's value is literal text, and an empty one counts as unset")
  func literal() throws {
    func value(_ name: String, _ text: String) throws -> String? {
      let caller = FixedCaller([name.uppercased(): text])
      return try self.value(name, caller, allowing: [name.uppercased()])
    }
    #expect(try value("a", ":=1") == "\":=1\"")
    #expect(try value("a", "@=x") == "\"@=x\"")
    #expect(try value("a", "") == "\"d\"")
    #expect(try value("c", "7") == "7")
    #expect(try value("f", "x.png") == "\"x.png\"")
    #expect(try value("g", "a,b") == "[\"a,b\"]")
    #expect(try value("g", "[1, 2]") == "[1, 2]")
    #expect(throws: Failure.self) { try value("c", "seven") }
    // Standard input is read only if the command line says so.
    #expect(throws: Failure.self) { try value("f", "-") }
  }

  @Test("A profile's number is text for a text input, and an error for a list")
  func profile() throws {
    let caller = FixedCaller()
    #expect(try value("a", caller, profile: ["a": "1.10", "unknown": "1"]) == "\"1.10\"")
    #expect(try value("c", caller, profile: ["c": "5"]) == "5")
    let error = #expect(throws: Failure.self) {
      try value("c", caller, profile: ["c": "\"five\"", "g": "1"])
    }
    #expect(
      error?.report == """
        nowhere:1:1: error: the input 'c' takes a whole number, not the text 'five'
        nowhere:1:1: error: the input 'g' takes a list in JSON, such as [1, 2], not the number 1
        exit status 65

        """)
  }
}
