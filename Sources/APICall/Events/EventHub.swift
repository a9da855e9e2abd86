import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallSafety
import Synchronization

/// Passes the events of a client on to its observers.
final class EventHub: Sendable {
  private struct Observer {
    weak var subscription: EventSubscription?
  }

  private struct State {
    var observers: [Observer] = []
    var hasEnded = false
  }

  private let limit: Int
  /// Whether there may be observers; without any, no event is made.
  private let isObserved = Atomic(false)
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  deinit { end() }

  func subscribe() -> EventStream {
    let subscription = EventSubscription(limit: limit)
    let hasEnded = state.withLock { state in
      state.observers.append(Observer(subscription: subscription))
      return state.hasEnded
    }
    isObserved.store(true, ordering: .releasing)
    if hasEnded { subscription.end() }
    return EventStream(subscription)
  }

  func observer(of id: CallID) -> (any RunObserver)? {
    isObserved.load(ordering: .acquiring) ? EventSource(id, to: self) : nil
  }

  func post(_ event: @autoclosure () -> Event) {
    guard isObserved.load(ordering: .acquiring) else { return }
    let subscriptions = state.withLock { state in
      state.observers.removeAll { $0.subscription == nil }
      if state.observers.isEmpty { isObserved.store(false, ordering: .releasing) }
      return state.observers.compactMap(\.subscription)
    }
    guard !subscriptions.isEmpty else { return }
    let event = event()
    for subscription in subscriptions { subscription.post(event) }
  }

  /// Ends all subscriptions, once their readers have what was kept for them.
  func end() {
    let observers = state.withLock { state in
      state.hasEnded = true
      return state.observers
    }
    for observer in observers { observer.subscription?.end() }
  }
}

/// Makes events of what happens in one call.
private final class EventSource: RunObserver {
  private let id: CallID
  private let hub: EventHub
  private var fields: ShownFields?

  init(_ id: CallID, to hub: EventHub) {
    self.id = id
    self.hub = hub
  }

  var wantsProgress: Bool { true }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call):
      fields = ShownFields(of: call)
      let method = HTTPRequest.Method(call.request.method) ?? .get
      hub.post(.sending(id, method: method, url: shown(call.request.url)))
    case .moved(let progress): hub.post(.moved(id, TransferProgress(progress)))
    case .answered(let head):
      fields?.learn(head)
      var masked = head
      masked.headers = fields?.fields(of: head) ?? []
      masked.reason = fields?.text(head.reason) ?? head.reason
      hub.post(.responded(id, HTTPResponse(masked)))
    case .continuing(let exchange):
      hub.post(
        .continuing(id, reason: exchange.reason.name, url: shown(exchange.request.url)))
    default: break
    }
  }

  private func shown(_ url: RequestURL) -> String {
    let text = "\(url.text)"
    return fields?.text(text) ?? text
  }
}
