import APICallBase
import APICallSystem

extension OutputContext {
  /// The context of standard output.
  static var here: OutputContext {
    let isTerminal = StandardStreams.isOutputTerminal
    return OutputContext(
      isTerminal: isTerminal, columns: isTerminal ? StandardStreams.outputColumns : nil,
      colors: ColorEnvironment(onTerminal: isTerminal, Program.environment))
  }
}
