import Dispatch

/// The lines that the user types.
///
/// They are read on a thread of their own, so that calls go on between lines.
package func typedLines() -> AsyncStream<String> {
  let (lines, continuation) = AsyncStream<String>.makeStream()
  DispatchQueue(label: "typed lines").async {
    while let line = readLine() { continuation.yield(line) }
    continuation.finish()
  }
  return lines
}
