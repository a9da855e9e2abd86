import APICallPluginKit

extension PluginSkeleton {
  /// Programs in one Swift file, which `make` compiles.
  enum SwiftText {
    static let makefile = """
      @NAME@: plugin.swift
      \tswiftc -O -o $@ $<

      """

    static func program(_ role: PluginRole.Kind) -> String {
      switch role {
      case .formatter:
        """
        // Values arrive on standard input, and standard output is printed.
        while let line = readLine(strippingNewline: false) {
          print(line.uppercased(), terminator: "")
        }

        """
      case .decoder:
        """
        // A body arrives on standard input. Standard output is a JSON string per line.
        import Foundation

        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        while let line = readLine() {
          print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }

        """
      case .limiter:
        #"""
        // A question arrives on standard input, such as {"permits":16,"requests":200,"seconds":1}. The
        // answer is how many of them may be sent, after how many seconds.
        import Foundation

        struct Question: Decodable { var permits: Int }
        let data = FileHandle.standardInput.readDataToEndOfFile()
        let question = try JSONDecoder().decode(Question.self, from: data)
        print("{\"permits\":\(question.permits),\"wait\":0}")

        """#
      case .requester: framed(requester)
      case .auth: framed(auth)
      case .secret: framed(secret)
      }
    }

    private static func framed(_ body: String) -> String {
      #"""
      // apicall and this program exchange frames: see apicall-plugin(5).
      import Foundation

      typealias Frame = [String: Any]

      func send(_ head: Frame, _ bytes: [UInt8] = []) throws {
        var head = head
        if !bytes.isEmpty { head["bytes"] = bytes.count }
        var data = try JSONSerialization.data(withJSONObject: head)
        data.append(0x0A)
        data.append(contentsOf: bytes)
        FileHandle.standardOutput.write(data)
      }

      func fail(_ id: Int, _ code: String, _ message: String) throws {
        try send(["id": id, "error": ["code": code, "message": message]])
      }

      /// The next frame with the bytes after it; nil at the end of the input.
      func next() throws -> (head: Frame, bytes: [UInt8])? {
        guard let line = readLine(),
          let head = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Frame
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: head["bytes"] as? Int ?? 0)
        guard fread(&bytes, 1, bytes.count, stdin) == bytes.count else { return nil }
        return (head, bytes)
      }

      guard CommandLine.arguments.dropFirst() == ["--apicall-plugin"] else {
        FileHandle.standardError.write(Data("@NAME@ is a plugin for apicall\n".utf8))
        exit(64)
      }

      func greet(_ hello: Frame) throws {
        if (hello["protocols"] as? [Int] ?? []).contains(1) {
          try send(["hello": ["protocol": 1, "version": "0.1"] as Frame])
        } else {
          try send(["error": ["code": "protocol_unsupported", "message": "it needs protocol 1"]])
        }
      }


      """# + body
    }

    private static let requester = #"""
      var open: Int?
      while let (head, _) = try next() {
        let id = head["id"] as? Int ?? 0
        if let hello = head["hello"] as? Frame {
          try greet(hello)
        } else if head["request"] != nil {
          open = id
        } else if head["body"] != nil {
          // The next bytes of the request body.
        } else if head["end"] != nil {
          open = nil
          let headers = [["Content-Type", "text/plain"]]
          try send(["id": id, "response": ["status": 200, "reason": "OK", "headers": headers] as Frame])
          try send(["id": id, "body": true], Array("hello\n".utf8))
          try send(["id": id, "end": true])
        } else if head["cancel"] != nil {
          if let id = open { try fail(id, "cancelled", "cancelled") }
          open = nil
        } else {
          try fail(id, "not_supported", "unknown message")
        }
      }

      """#

    private static let auth = #"""
      var key = ""
      while let (head, _) = try next() {
        let id = head["id"] as? Int ?? 0
        if let hello = head["hello"] as? Frame {
          key = (hello["options"] as? Frame)?["key"] as? String ?? ""
          try greet(hello)
        } else if head["auth"] != nil {
          try send(["id": id, "headers": [["X-Key", key]]])
        } else if head["cancel"] == nil {  // Every response was sent at once.
          try fail(id, "not_supported", "unknown message")
        }
      }

      """#

    private static let secret = #"""
      let origins = ["https://a.example"]
      while let (head, _) = try next() {
        let id = head["id"] as? Int ?? 0
        let secret = head["secret"] as? Frame ?? [:]
        if let hello = head["hello"] as? Frame {
          try greet(hello)
        } else if secret["op"] as? String == "get" {
          let isKnown = secret["name"] as? String == "example"
          try send(
            isKnown
              ? ["id": id, "value": "s3cret", "origins": origins] : ["id": id, "missing": true])
        } else if secret["op"] as? String == "list" {
          try send(["id": id, "names": [["name": "example", "origins": origins] as Frame]])
        } else if head["cancel"] == nil {  // Every response was sent at once.
          try fail(id, "not_supported", "unknown message")
        }
      }

      """#
  }
}
