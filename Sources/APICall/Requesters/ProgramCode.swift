import APICallContracts
import APICallCurl
import APICallHTTP
import Synchronization

/// Runs code of the program in the middle of a call, but not on the client's loop.
enum ProgramCode {
  nonisolated(nonsending) static func run(
    for request: Request, to receiver: any ExchangeReceiver, on loop: CurlLoop,
    _ work: @escaping @Sendable (ResponseReceiver) async throws(RequestError) -> Void
  ) async throws(ExchangeError) {
    let lease = ReceiverLease(receiver, on: loop)
    // The program may keep the receiver longer than the exchange takes.
    defer { lease.end() }
    do throws(RequestError) {
      try await ProgramWork.perform(within: request.content.limits.total, on: loop) {
        () throws(RequestError) in
        try await work(ResponseReceiver(lease))
      }
    } catch {
      CallInProgress.current?.thrown.withLock { $0 = error }
      throw error.inEngine(for: request.content)
    }
  }
}
