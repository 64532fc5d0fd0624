/// A default that was computed, and what it was built on.
@usableFromInline class Default: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant once it is cached.

  /// The reads and the override that a default was built on.
  struct Basis: Sendable {
    /// The keys that were read while it was computed.
    var reads = KeySet()
    /// The innermost override that answered one of these reads; nil if none did.
    var anchor: Anchor?
  }

  /// An override, by what is known of it when it is gone: the default goes with it.
  struct Anchor: Sendable {
    let record: AnyKeyRecord
    let identity: ObjectIdentifier
    let depth: Int32

    init?(_ override: Frame) {
      guard let record = override.record else { return nil }
      self.record = record
      identity = ObjectIdentifier(override)
      depth = override.depth
    }
  }

  /// The reason why using a default is an issue.
  enum Flaw {
    /// A test got the live value, because the key has no other.
    case liveOnly
    /// An app got the test value, because no module provides a live one.
    case withoutLiveValue
    /// A test got the placeholder of a key that it had to override.
    case unimplemented
  }

  // Written until the default is cached, by the thread that computes it, so accesses cannot overlap.
  @exclusivity(unchecked) final var basis = Basis()
  @exclusivity(unchecked) final var flaw: Flaw?
  /// True if it was installed, and not computed.
  final let isPrepared: Bool

  init(flaw: Flaw?, isPrepared: Bool) {
    self.flaw = flaw
    self.isPrepared = isPrepared
  }

  /// True if computing the default from `frame` would read the same: from the innermost override that it was built on,
  /// everything beneath is what it was, so nothing above may override what was read.
  func holds(in frame: Frame) -> Bool {
    if let anchor = basis.anchor {
      guard let found = frame.anyOverride(of: anchor.record),
        ObjectIdentifier(found) == anchor.identity
      else { return false }
    }
    let depth = basis.anchor?.depth ?? 0
    let suspects = basis.reads.records(among: frame.keys)
    for record in suspects {
      if let override = frame.anyOverride(of: record), override.depth > depth { return false }
    }
    frame.noteReads(basis.reads.subtracting(suspects))
    return true
  }
}

/// A default with its value.
@usableFromInline final class DefaultValue<Value: Sendable>: Default, @unchecked Sendable {
  @usableFromInline let value: Value

  init(_ value: Value, flaw: Flaw? = nil, isPrepared: Bool = false) {
    self.value = value
    super.init(flaw: flaw, isPrepared: isPrepared)
  }
}
