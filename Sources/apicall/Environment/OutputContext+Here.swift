import APICallBase
import APICallSystem

extension OutputContext {
  static var here: OutputContext {
    let isTerminal = StandardStreams.isOutputTerminal
    return OutputContext(
      isTerminal: isTerminal, columns: isTerminal ? StandardStreams.outputColumns : nil,
      colors: ColorEnvironment(onTerminal: isTerminal, Program.environment))
  }
}
