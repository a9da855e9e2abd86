import Testing

/// Every call in Pipelines/ does what a pipeline of curl, jq, awk, date and others would do.
@Suite("Pipelines")
struct PipelineTests {
  @Test("There are pipelines")
  func pipelinesExist() { #expect(PipelineCase.names.count >= 60) }

  @Test("A call sends what it should, and prints what it should", arguments: PipelineCase.names)
  func pipeline(_ name: String) throws {
    let pipeline = try PipelineCase(name)
    let run: CommandRun
    if let clock = pipeline.clock {
      // A replay refuses requests that differ, and reports those that were not made.
      run = try pipeline.run("--replay", PipelineRecording(pipeline, at: clock).path)
    } else {
      let server = try PipelineServer(pipeline)
      defer { server.stop() }
      run = try pipeline.run("--mock", server.url)
      #expect(server.requests == pipeline.sends)
    }
    #expect(run == CommandRun(ending: .exit(0), output: pipeline.output, error: ""))
  }
}
