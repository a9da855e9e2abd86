package import APICallPluginKit

/// The files of a new plugin that does something small.
///
/// Programs in all languages do the same for a role, and pass the same transcript.
package struct PluginSkeleton {
  package enum Language: String, CaseIterable {
    case sh, python, swift
  }

  package struct File: Equatable {
    package var path: String
    package var text: String
    package var isProgram = false
  }

  package let name: String
  private let role: PluginRole.Kind
  private let language: Language

  package init(name: String, role: PluginRole.Kind, language: Language) {
    self.name = name
    self.role = role
    self.language = language
  }

  /// The files, in a good order for reading.
  package var files: [File] {
    var files = [File(path: PluginManifest.fileName, text: fill(manifest))]
    switch language {
    case .sh: files.append(File(path: name, text: fill(Shell.program(role)), isProgram: true))
    case .python: files.append(File(path: name, text: fill(Python.program(role)), isProgram: true))
    case .swift:
      files.append(File(path: "plugin.swift", text: fill(SwiftText.program(role))))
      files.append(File(path: "Makefile", text: fill(SwiftText.makefile)))
    }
    files.append(File(path: "tests/\(name).transcript", text: fill(transcript)))
    return files
  }

  private func fill(_ text: String) -> String { text.replacing("@NAME@", with: name) }

  private var manifest: String {
    let members = [
      #""schema": 1"#, #""name": "@NAME@""#, #""version": "0.1""#,
      #""description": "\#(summary)""#, #""exec": "./@NAME@""#, #""protocol": [1]"#,
      #""roles": [\#(roleText)]"#,
    ]
    let options =
      role == .auth
      ? [#""options": [{"name": "key", "secret": true, "required": true, "help": "The key."}]"#]
      : []
    return "{\n  \((members + options).joined(separator: ",\n  "))\n}\n"
  }

  private var roleText: String {
    switch role {
    case .requester, .auth, .formatter, .secret, .limiter: #"{"role": "\#(role.rawValue)"}"#
    case .decoder:
      #"{"role": "decoder", "accepts": ["text/x-@NAME@"], "produces": "application/x-ndjson"}"#
    }
  }

  private var summary: String {
    switch role {
    case .requester: "Responds to every request with a greeting."
    case .auth: "Authorises requests with a key in the header field X-Key."
    case .decoder: "Reads each line of a body as a string."
    case .formatter: "Prints values in capital letters."
    case .secret: "Contains one secret, named example."
    case .limiter: "Lets every request be sent at once."
    }
  }

  private func greeting(_ options: String = "{}") -> String {
    #"""
    # apicall sends the lines after ">", and expects the lines after "<".
    > {"hello":{"protocols":[1],"host":"apicall/0","role":"\#(role.rawValue)","name":"@NAME@","features":["cancel","log","trailers"],"interactive":false,"options":\#(options)}}
    < {"hello":{"protocol":1}}

    """#
  }

  private var transcript: String {
    switch role {
    case .formatter:
      #"""
      # The lines after ">+" are the input, and the lines after "<+" the expected output.
      >+ {"name": "Ann"}\n{"name": "Ben"}\n
      <+ {"NAME": "ANN"}\n{"NAME": "BEN"}\n

      """#
    case .decoder:
      #"""
      # The lines after ">+" are the input, and the lines after "<+" the expected output.
      > env APICALL_CONTENT_TYPE=text/x-@NAME@
      >+ one "line"\nand C:\\two\n
      <+ "one \\"line\\""\n"and C:\\\\two"\n

      """#
    case .limiter:
      #"""
      # The lines after ">+" are the input, and the lines after "<+" the expected output.
      >+ {"permits":16,"requests":200,"seconds":1}\n
      <+ {"permits":16,"wait":0}\n

      """#
    case .requester:
      greeting() + #"""
        > {"id":1,"request":{"method":"POST","url":"https://a.example/","headers":[["Host","a.example"]],"has_body":true,"timeouts_ms":{"connect":1000,"idle":1000,"total":null}}}
        > {"id":1,"body":true}
        >+ a=1\n
        > {"id":1,"end":true}
        < {"id":1,"response":{"status":200,"headers":[["Content-Type","text/plain"]]}}
        < {"id":1,"body":true}
        <+ hello\n
        < {"id":1,"end":true}

        """#
    case .auth:
      greeting(#"{"key":"k\"1"}"#) + #"""
        > {"id":1,"auth":{"method":"GET","url":"https://a.example/","attempt":1,"challenges":[],"has_body":false}}
        < {"id":1,"headers":[["X-Key","k\"1"]]}

        """#
    case .secret:
      greeting() + #"""
        > {"id":1,"secret":{"op":"get","name":"example"}}
        < {"id":1,"value":"s3cret","origins":["https://a.example"]}
        > {"id":2,"secret":{"op":"get","name":"other"}}
        < {"id":2,"missing":true}
        > {"id":3,"secret":{"op":"list"}}
        < {"id":3,"names":[{"name":"example","origins":["https://a.example"]}]}
        > {"id":4,"secret":{"op":"remove","name":"example"}}
        < {"id":4,"error":{"code":"not_supported"}}

        """#
    }
  }
}
