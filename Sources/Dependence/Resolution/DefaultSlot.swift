/// What a cache knows about one subject.
final class DefaultSlot: @unchecked Sendable {
  // Unchecked, because the lock is that of the cache: everything is touched only under it, so accesses cannot
  // overlap; `settled` is read without it, as it says.

  /// What `prepareDependencies` installed.
  @exclusivity(unchecked) var prepared: Default?
  /// The default that may be read without the lock. It never changes, and is written before anybody can
  /// see that it is there.
  @exclusivity(unchecked) var settled: Default?
  /// Whether somebody has used the default, so that replacing it would come too late.
  @exclusivity(unchecked) var isRead = false
  /// Whether the flaw of the default was reported.
  @exclusivity(unchecked) var isFlawReported = false

  // The defaults computed so far, one for each set of overrides they were built on. Most keys have one, which
  // needs no array.
  @exclusivity(unchecked) private var first: Default?
  @exclusivity(unchecked) private var others: [Default] = []
  /// How many defaults were ever added, so that a thread notices what it missed.
  @exclusivity(unchecked) private var additions = 0
  /// The computation that is going on.
  @exclusivity(unchecked) private var resolution: ResolutionFrame?
  /// Keeps the subject alive, where it is not immortal.
  @exclusivity(unchecked) private var subject: (any AnyObject & Sendable)?

  /// Notes that a default is being computed.
  func begin(_ resolution: ResolutionFrame, keeping subject: (any AnyObject & Sendable)?) {
    self.resolution = resolution
    if let subject { self.subject = subject }
  }

  /// Adds a default that was computed.
  func end(with computed: Default) {
    if first == nil { first = computed } else { others.append(computed) }
    additions += 1
    resolution = nil
  }

  /// Takes out what was built on an override.
  func evict(builtOn frame: Frame) -> [Default] {
    let all = (first.map { [$0] } ?? []) + others
    let evicted = all.filter { $0.isBuilt(on: frame) }
    guard !evicted.isEmpty else { return [] }
    let kept = all.filter { !$0.isBuilt(on: frame) }
    first = kept.first
    others = Array(kept.dropFirst())
    return evicted
  }
}

extension DefaultSlot {
  /// Whether nothing has ever been there.
  var isUntouched: Bool { additions == 0 && resolution == nil && prepared == nil }

  var content: Content {
    Content(
      slot: self,
      prepared: prepared,
      first: first,
      others: others,
      resolution: resolution,
      additions: additions
    )
  }

  /// What somebody got who looked for a value.
  enum Look: Sendable {
    /// The task of computing it.
    case claimed(DefaultSlot, ResolutionFrame)
    /// What there was.
    case found(Content)
  }

  /// What a slot held when somebody looked.
  struct Content: Sendable {
    let slot: DefaultSlot
    fileprivate let prepared: Default?
    fileprivate let first: Default?
    fileprivate let others: [Default]
    /// The computation that was going on.
    let resolution: ResolutionFrame?
    fileprivate let additions: Int

    /// Whether the slot still holds this, and nothing goes on. Only under the lock.
    var isStillThere: Bool { slot.resolution == nil && slot.additions == additions }

    /// What a read from `frame` gets. Outside the lock, because it looks at what surrounds the frame.
    func known(in frame: Frame) -> Default? {
      if let prepared { return prepared }
      if let first, first.holds(in: frame) { return first }
      return others.first { $0.holds(in: frame) }
    }
  }
}
