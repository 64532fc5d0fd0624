import Synchronization

/// A key, a `Lazy` or a module: anything that has a default.
package protocol DefaultSubject: AnyObject, Sendable {
  /// The name for messages. Computing the name takes longer than computing most defaults.
  var name: String { get }
}

/// The scope in which a default is computed.
///
/// While it goes on, every read that comes through here is noted, so that the result can be cached with exactly the
/// overrides that it was built on. Then it is sealed: what was started in the default and goes on after it (a task, a
/// captured scope) sees those overrides and no others, however many were visible at the first read.
final class Computation: ScopeFrame, @unchecked Sendable {
  // Unchecked, as every frame is: it consists of constants, an atomic, and a state under the lock of the root's cache.

  /// A key or a ``Lazy``, for which the default cache keeps a value.
  protocol Subject: DefaultSubject {
    /// True if its value holds only where what was read would be read again.
    var dependsOnReads: Bool { get }
    /// Computes the value, with `computation` bound.
    func makeDefault(in computation: Computation) -> Default
  }

  let subject: any Subject
  /// The thread that computes it.
  let thread: UInt
  /// The computation of that thread when this came up, which goes on at least as long as this does.
  let enclosing: Uncounted<Computation>?
  /// True once it has ended, so that its waiters may go on.
  let isFinished: Atomic<Bool>
  /// The place of the read that needs the value.
  fileprivate let place: ReadPlace
  // Touched only under the lock of the root's cache, so accesses cannot overlap.
  @exclusivity(unchecked) private var state: State

  private struct State {
    /// The frame beneath: once it is sealed, the innermost override that it was built on, or nothing.
    var beneath: Frame?
    /// The keys that were read: that of the context, in which every default is computed, and others.
    var reads = DependencyContextKey.keySet
    var flaw: Default.Flaw?
    var isSealed = false
  }

  init(of subject: any Subject, over frame: Frame, readAt place: ReadPlace) {
    self.subject = subject
    self.place = place
    thread = System.threadID
    enclosing = ComputingThreads.current
    isFinished = Atomic(false)
    state = State(beneath: frame)
    super.init(above: frame, nil, nil, nil, false)
  }

  override var computation: Computation? { self }

  override package func copy(over parent: Frame) -> Frame { parent }

  var beneath: Frame? { withState { $0.beneath } }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    ownRoot.cache.alone { body(&state) }
  }

  /// Notes that keys were read from above, and are overridden nowhere beneath. Who reads through a sealed computation
  /// reads what lies beneath.
  func note(_ add: (inout KeySet) -> Void) {
    let beneath = withState { state -> Frame? in
      if !state.isSealed { add(&state.reads) }
      return state.isSealed ? state.beneath : nil
    }
    beneath?.scope.look { $0.computation?.note(add) }
  }

  /// Notes that a key is read from above.
  ///
  /// - Returns: Where the search for an override goes on.
  func follow(to record: AnyKeyRecord) -> Frame? {
    withState { state in
      if !state.isSealed { state.reads.insert(record) }
      return state.beneath
    }
  }

  /// Ends the noting.
  ///
  /// - Parameter computed: The default, which is told what it was built on.
  func seal(_ computed: Default?) {
    while true {
      let (reads, beneath) = withState { ($0.reads, $0.beneath) }
      var anchor: Frame?
      for record in reads.records(among: keys) {
        if let override = beneath?.anyOverride(of: record), override.depth > anchor?.depth ?? 0 {
          anchor = override
        }
      }
      let innermost = anchor
      let flaw = withState { state -> Default.Flaw?? in
        // A task that the default started may have read something meanwhile.
        guard state.reads == reads else { return nil }
        (state.beneath, state.isSealed) = (innermost, true)
        return .some(state.flaw)
      }
      guard let flaw else { continue }
      innermost?.anchorsDefaults.store(true, ordering: .releasing)
      if let computed {
        if subject.dependsOnReads {
          computed.basis = Default.Basis(
            reads: reads,
            anchor: innermost.flatMap(Default.Anchor.init)
          )
        }
        if let flaw { computed.flaw = flaw }
      }
      // A default that needs this one depends on what this one depended on. The search for what may be overridden has noted
      // that as far as it went.
      beneath?.noteReads(reads.subtracting(reads.records(among: keys)))
      return
    }
  }
}

// MARK: - Those that go on here

extension Computation {
  /// Called from a `testValue` that is not one to be used without a word, of the key itself: another
  /// key that takes over its value has chosen it.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let computation = Frame.bound as? Computation,
      (computation.subject as? AnyKeyRecord)?.key == key
    else { return }
    // The fallback of a preview is intended.
    if computation.context == .test { computation.withState { $0.flaw = flaw } }
  }

  /// Notes that `testValue` of a key without one is the live value. Where no default is being computed, a test has asked
  /// for it, perhaps to assign it, so that no read would report it any more.
  static func noteLiveTestValue(of key: Any.Type) {
    if Frame.bound is Computation { return note(.liveOnly, of: key) }
    let frame = Frame.current
    guard frame.context == .test else { return }
    let message = """
      \(key).testValue was used, but \(key) declares no test value, so it is the live value. Declare \
      `static var testValue` in \(key), or assign a value made for the test.
      """
    IssuePath.deliver(DependencyIssue(message, at: .unknown), from: frame)
  }
}

package enum DefaultReader {
  /// The line whose read needs the default that is being computed here; nil elsewhere.
  ///
  /// For stand-ins whose operations cannot know their caller, such as the `now` of a clock.
  package static var site: SourceSite? { (Frame.bound as? Computation)?.place.site }
}
