import Synchronization

/// The frame in which a default is computed.
///
/// While the default is being computed, every read passes through here and is noted, so that the
/// result can be cached with exactly the overrides it was built on. Then the frame is sealed: what
/// was started in the default and goes on after it (a task, a captured scope) sees those overrides
/// and no others, however many were visible at the first read.
final class ResolutionFrame: Frame, @unchecked Sendable {
  private let key: Any.Type?
  /// Where the read stands that needs the default.
  private let site: SourceSite?
  // Sealed, the frame may lie above less than it did, and outlive the frame that owned them.
  private let keptObservers: ReadObservers?
  private let state: Lock<State>

  private struct State {
    var beneath: Frame
    var reads: [AnyKeyRecord] = []
    var isSealed = false
    var flaw: Default.Flaw?
  }

  /// - Parameters:
  ///   - key: The key whose default is computed; nil for other values.
  ///   - site: Where the read stands that needs it.
  init(for key: Any.Type?, over frame: Frame, readAt site: SourceSite? = nil) {
    self.key = key
    self.site = site
    keptObservers = frame.observers
    state = Lock(State(beneath: frame))
    super.init(boundaryOver: frame)
    // Until it is sealed, it has to notice every read.
    UniversalDefaults.forbid()
  }

  override var outer: Frame? { state.withLock { $0.beneath } }

  override func followed(to record: AnyKeyRecord) -> Frame? {
    state.withLock { state in
      if !state.isSealed, !state.reads.contains(where: { $0 === record }) {
        state.reads.append(record)
      }
      return state.beneath
    }
  }

  /// What the test value said about itself, if it is not one to be used without a word.
  var flaw: Default.Flaw? { state.withLock { $0.flaw } }

  /// Where the read stands that needs the default which is being computed here.
  static var reader: SourceSite? { (Frame.bound as? ResolutionFrame)?.site }

  /// Called from a `testValue` that is not one to be used without a word, of the key itself: another
  /// key that takes over its value has chosen it.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let frame = Frame.bound as? ResolutionFrame, frame.key == key else { return }
    frame.state.withLock { $0.flaw = flaw }
  }

  /// Ends the computation, and says which overrides, or which absence of one, it depended on.
  func seal(over frame: Frame) -> [Default.Condition] {
    while true {
      let reads = state.withLock { $0.reads }
      let overrides = reads.map(frame.anyOverride(of:))
      let anchor = overrides.compactMap(\.self).max { $0.depth < $1.depth }
      let beneath = anchor ?? root.bottom
      let replaced: Frame? = state.withLock { state in
        // A task that the default started may have read something meanwhile.
        guard state.reads.count == reads.count else { return nil }
        state.isSealed = true
        defer { state.beneath = beneath }
        return state.beneath
      }
      guard replaced != nil else { continue }
      UniversalDefaults.allow()
      anchor?.anchorsDefaults.store(true, ordering: .releasing)
      return zip(reads, overrides).map { Default.Condition(record: $0, override: $1) }
    }
  }
}
