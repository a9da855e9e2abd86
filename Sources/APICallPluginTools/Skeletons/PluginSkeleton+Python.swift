import APICallPluginKit

extension PluginSkeleton {
  /// Programs for Python 3 that need only its standard library.
  enum Python {
    static func program(_ role: PluginRole.Kind) -> String {
      switch role {
      case .formatter:
        #"""
        #!/usr/bin/env python3
        """Values arrive on standard input, and standard output is printed."""
        import sys

        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(line.upper())

        """#
      case .decoder:
        #"""
        #!/usr/bin/env python3
        """A body arrives on standard input. Standard output is a JSON string per line."""
        import json
        import sys

        try:
            for line in sys.stdin.buffer:
                print(json.dumps(line.decode().rstrip("\n")))
        except UnicodeDecodeError as error:
            print(error, file=sys.stderr)
            sys.exit(65)  # The body is not valid.

        """#
      case .limiter:
        #"""
        #!/usr/bin/env python3
        """A question arrives on standard input, such as {"permits":16,"requests":200,"seconds":1}.

        The answer is how many of them may be sent, after how many seconds.
        """
        import json
        import sys

        question = json.load(sys.stdin)
        print(json.dumps({"permits": question["permits"], "wait": 0}, separators=(",", ":")))

        """#
      case .requester: framed(requester)
      case .auth: framed(auth)
      case .secret: framed(secret)
      }
    }

    private static func framed(_ body: String) -> String {
      #"""
      #!/usr/bin/env python3
      """apicall and this program exchange frames: see apicall-plugin(5)."""
      import json
      import sys


      def send(head, payload=b""):
          if payload:
              head["bytes"] = len(payload)
          sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + payload)
          sys.stdout.buffer.flush()


      def frames():
          while line := sys.stdin.buffer.readline(64 << 10):
              head = json.loads(line)
              yield head, sys.stdin.buffer.read(head.get("bytes", 0))


      def fail(number, code, message):
          send({"id": number, "error": {"code": code, "message": message}})


      if sys.argv[1:] != ["--apicall-plugin"]:
          sys.exit(print("@NAME@ is a plugin for apicall", file=sys.stderr) or 64)


      """# + body
    }

    private static let requester = #"""
      is_open = False
      for head, payload in frames():
          number = head.get("id")
          if "hello" in head and 1 in head["hello"]["protocols"]:
              send({"hello": {"protocol": 1, "version": "0.1"}})
          elif "hello" in head:
              send({"error": {"code": "protocol_unsupported", "message": "it needs protocol 1"}})
          elif "request" in head:
              is_open = True
          elif "body" in head:
              pass  # The next bytes of the request body.
          elif "end" in head:
              is_open = False
              headers = [["Content-Type", "text/plain"]]
              send({"id": number, "response": {"status": 200, "reason": "OK", "headers": headers}})
              send({"id": number, "body": True}, b"hello\n")
              send({"id": number, "end": True})
          elif "cancel" in head:
              if is_open:
                  fail(head["cancel"], "cancelled", "cancelled")
              is_open = False
          else:
              fail(number, "not_supported", "unknown message")

      """#

    private static let auth = #"""
      key = None
      for head, payload in frames():
          number = head.get("id")
          if "hello" in head and 1 in head["hello"]["protocols"]:
              key = head["hello"]["options"].get("key", "")
              send({"hello": {"protocol": 1, "version": "0.1"}})
          elif "hello" in head:
              send({"error": {"code": "protocol_unsupported", "message": "it needs protocol 1"}})
          elif "auth" in head:
              send({"id": number, "headers": [["X-Key", key]]})
          elif "cancel" not in head:  # Every response was sent at once.
              fail(number, "not_supported", "unknown message")

      """#

    private static let secret = #"""
      secrets = {"example": ("s3cret", ["https://a.example"])}
      for head, payload in frames():
          number = head.get("id")
          secret = head.get("secret", {})
          if "hello" in head and 1 in head["hello"]["protocols"]:
              send({"hello": {"protocol": 1, "version": "0.1"}})
          elif "hello" in head:
              send({"error": {"code": "protocol_unsupported", "message": "it needs protocol 1"}})
          elif secret.get("op") == "get" and secret["name"] in secrets:
              value, origins = secrets[secret["name"]]
              send({"id": number, "value": value, "origins": origins})
          elif secret.get("op") == "get":
              send({"id": number, "missing": True})
          elif secret.get("op") == "list":
              names = [{"name": name, "origins": origins} for name, (_, origins) in secrets.items()]
              send({"id": number, "names": names})
          elif "cancel" not in head:  # Every response was sent at once.
              fail(number, "not_supported", "unknown message")

      """#
  }
}
