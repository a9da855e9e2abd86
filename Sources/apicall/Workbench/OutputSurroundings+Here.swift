import APICallBase
import APICallSystem

extension OutputSurroundings {
  /// The surroundings of standard output.
  static var here: OutputSurroundings {
    let isTerminal = StandardStreams.isOutputTerminal
    return OutputSurroundings(
      isTerminal: isTerminal, columns: isTerminal ? StandardStreams.outputColumns : nil,
      colors: ColorEnvironment(onTerminal: isTerminal, Program.environment))
  }
}
