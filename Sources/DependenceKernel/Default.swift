/// A default that was computed, together with the reads and overrides that it depends on.
@usableFromInline package class Default: Holder, @unchecked Sendable {
  // Unchecked, because a class with subclasses cannot be checked. The state is constant once the default is cached.

  /// The reads that a default depends on, and the innermost override among their results.
  package struct Basis: Sendable {
    /// The keys that were read while the default was computed.
    package var reads = KeySet()
    /// The innermost override that one of these reads returned, or `nil` if none did.
    var anchor: Anchor?
  }

  /// The identity of an override. It may outlive the override itself.
  struct Anchor: Sendable {
    let identity: ObjectIdentifier
    let depth: Int32

    init(_ override: Frame) {
      identity = ObjectIdentifier(override)
      depth = override.depth
    }
  }

  /// A reason why using a default is an issue.
  package enum Flaw: Sendable {
    /// A test got the live value, because the key has no other.
    case liveOnly
    /// An app got the test value, because no module provides a live one.
    case withoutLiveValue
    /// A test got the placeholder of a key that it had to override.
    case unimplemented
  }

  // Written only by the thread that computes the default, before the default is cached, so accesses cannot overlap.
  @exclusivity(unchecked) package final var basis = Basis()
  @exclusivity(unchecked) package final var flaw: Flaw?
  /// Whether the value was installed by a preparation instead of being computed.
  package final let isPrepared: Bool

  fileprivate init(flaw: Flaw?, isPrepared: Bool) {
    self.flaw = flaw
    self.isPrepared = isPrepared
    super.init(isFrame: false)
  }

  override final var isQuiet: Bool { flaw == nil }
  /// Whether the instance that the default consists of is gone.
  package var hasEnded: Bool { false }

  /// Whether a computation of the default that starts from `frame` would read the same values again.
  ///
  /// A default that depends on an override holds if that override is in the chain of `frame`, and no frame between the
  /// two overrides one of the keys that were read. A default that depends on no override holds if no frame in the chain
  /// overrides one of these keys.
  ///
  /// - Complexity: O(1) if no key that was read is overridden; otherwise O(*n*) in the number of frames.
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

/// A default with its value.
@usableFromInline package final class DefaultValue<Value: Sendable>: Default, @unchecked Sendable {
  @usableFromInline package let value: Value

  package init(_ value: Value, flaw: Flaw? = nil, isPrepared: Bool = false) {
    self.value = value
    super.init(flaw: flaw, isPrepared: isPrepared)
  }

  override package var hasEnded: Bool { (value as? any EndingInstance)?.hasEnded ?? false }
}

/// An instance that a default may have while the instance itself is gone.
package protocol EndingInstance { var hasEnded: Bool { get } }
