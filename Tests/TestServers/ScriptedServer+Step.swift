import Glibc

extension ScriptedServer {
  /// A step on a connection.
  package enum Step: Sendable {
    /// Reads a request: its head, and a body with the length of Content-Length, or all chunks.
    case read
    /// Reads the head of a request.
    case readHead
    /// Reads this many bytes of a body.
    case readBody(Int)
    /// Waits until a request that ends with a text has come, and does not read it.
    case leave(String)
    /// Writes bytes.
    case write([UInt8])
    /// Writes bytes one at a time with a pause between.
    case trickle([UInt8], every: Duration)
    /// Waits.
    case pause(Duration)
    /// Sends nothing more, and does not close: reads until the client closes the connection.
    case silence
    /// Reads nothing more, and does not close: the test is over long before it ends.
    case deafness
    /// Closes with a reset.
    case reset

    package static func write(_ text: String) -> Step { .write(Array(text.utf8)) }

    static func perform(_ steps: [Step], on connection: LoopbackSocket, _ log: Log) {
      var reader = RequestReader(connection)
      for step in steps {
        switch step {
        case .read:
          guard let request = reader.whole() else { return }
          log.add(request)
        case .readHead:
          guard let head = reader.head() else { return }
          log.add(head)
        case .readBody(let count): guard reader.skip(count) else { return }
        case .leave(let end):
          connection.waitForUnread { $0.suffix(end.utf8.count).elementsEqual(end.utf8) }
        case .write(let bytes): connection.send(bytes)
        case .trickle(let bytes, let every):
          for byte in bytes {
            guard connection.send([byte]) else { return }
            sleep(every)
          }
        case .pause(let duration): sleep(duration)
        case .silence: _ = connection.receiveAll()
        case .deafness: sleep(.seconds(900))
        case .reset: connection.reset()
        }
      }
    }

    private static func sleep(_ duration: Duration) { usleep(UInt32(duration / .microseconds(1))) }
  }
}
