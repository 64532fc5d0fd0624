/// A computed default value, together with the reads and overrides that it depends on.
@usableFromInline package class Default: Holder, @unchecked Sendable {
  // Unchecked because the compiler cannot check a class with subclasses. The state is constant once
  // the default is cached.

  /// The keys that were read to compute a default, and the innermost override that a read returned.
  package struct Basis: Sendable {
    /// The keys that were read while the default was computed.
    package var reads = KeySet()
    /// The innermost override that one of these reads returned, or `nil` if no read returned one.
    var anchor: Anchor?
  }

  /// The identity of an override. An anchor does not retain the override, and may outlive it.
  struct Anchor: Sendable {
    let identity: ObjectIdentifier
    let depth: Int32

    init(_ override: Frame) {
      identity = ObjectIdentifier(override)
      depth = override.depth
    }
  }

  /// A reason why a read that uses the default must be reported as an issue.
  package enum Flaw: Sendable {
    /// A test used the live value, because the key declares no test value.
    case liveOnly
    /// An app used the test value, because no linked module declares a live value.
    case withoutLiveValue
    /// A test used the placeholder of a key that every test must override.
    case unimplemented
  }

  // Only the computing thread writes these fields, before it caches the default.
  @exclusivity(unchecked) package final var basis = Basis()
  @exclusivity(unchecked) package final var flaw: Flaw?
  /// Whether the value was installed by `prepareDependencies` instead of being computed.
  package final let isPrepared: Bool

  fileprivate init(flaw: Flaw?, isPrepared: Bool) {
    self.flaw = flaw
    self.isPrepared = isPrepared
    super.init(isFrame: false)
  }

  override final var needsNoReport: Bool { flaw == nil }
  /// Whether the lifetime of the value has ended because the instance has been released.
  package var hasEnded: Bool { false }

  /// Returns `true` if computing the default in the scope of `frame` would read the same values.
  ///
  /// A default that depends on an override is valid if the chain of frames contains that override,
  /// and no frame above the override binds a key that was read during the computation. Any other
  /// default is valid if no frame in the chain binds such a key.
  ///
  /// - Complexity: O(1) if no key that was read is overridden; otherwise O(*n*) in the number of
  ///   frames.
  final func holds(in frame: Frame) -> Bool {
    let anchor = basis.anchor
    if anchor == nil, frame.keys & basis.reads.bits == 0 { return true }
    return frame.first { link in
      if let anchor, link.depth <= anchor.depth { return ObjectIdentifier(link) == anchor.identity }
      guard let record = link.record else { return nil }
      return basis.reads.contains(record) ? false : nil
    } ?? (anchor == nil)
  }
}

/// A default whose value is of type `Value`.
@usableFromInline package final class DefaultValue<Value: Sendable>: Default, @unchecked Sendable {
  @usableFromInline package let value: Value

  package init(_ value: Value, flaw: Flaw? = nil, isPrepared: Bool = false) {
    self.value = value
    super.init(flaw: flaw, isPrepared: isPrepared)
  }

  override package var hasEnded: Bool { (value as? any EndingInstance)?.hasEnded ?? false }
}

/// A container that holds an instance weakly, and therefore can outlive the instance.
package protocol EndingInstance { var hasEnded: Bool { get } }
