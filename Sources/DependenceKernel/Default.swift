/// A dependency's default value, together with the inputs that it was computed from: see ``Basis``.
@usableFromInline package class Default: Holder, @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler can verify the conformance only of
  // final classes. Only one thread accesses a default before it is cached, and the default never
  // changes after that.

  /// The inputs to a default value: the keys that were read to compute it, and the innermost
  /// override whose value was read. They determine the scopes where the cached value is valid.
  package struct Basis: Sendable {
    package var reads = KeySet()
    /// The innermost override whose value was read, or `nil` if no override was read.
    var anchor: Anchor?
  }

  /// The identity of an override that a default value depends on. The override is not retained, so
  /// a cached default value does not keep the override's scope alive.
  struct Anchor: Sendable {
    let identity: ObjectIdentifier
    let depth: Int32

    init(_ override: Frame) {
      identity = ObjectIdentifier(override)
      depth = override.depth
    }
  }

  /// A reason to report an issue when a default value is used.
  package enum Flaw: Sendable {
    /// A test used the live value because the key declares no test value.
    case liveOnly
    /// An app used the test value because no linked module declares a live value.
    case withoutLiveValue
    /// A test did not override a key that every test using it must override, so the test received
    /// the key's placeholder value.
    case unimplemented
  }

  // `basis` and `flaw` need no exclusivity checks, because only the thread that computes the
  // default writes them, and only before the default is cached.
  @exclusivity(unchecked) package final var basis = Basis()
  @exclusivity(unchecked) package final var flaw: Flaw?
  /// Whether the value was installed by `prepareDependencies` rather than computed.
  package final let isPrepared: Bool

  fileprivate init(flaw: Flaw?, isPrepared: Bool) {
    self.flaw = flaw
    self.isPrepared = isPrepared
    super.init(isFrame: false)
  }

  override final var needsNoReport: Bool { flaw == nil }
  /// Whether the value is a container that refers to its instance weakly, and the instance has been
  /// deallocated.
  package var hasEnded: Bool { false }

  /// Returns `true` if this default is valid in `frame`'s scope, meaning that recomputing it there
  /// would read the same values.
  ///
  /// A default that depends on an override is valid if the scope contains that override and no
  /// frame above it overrides a key that was read during the computation. A default that depends on
  /// no override is valid if no frame in the scope overrides such a key.
  ///
  /// - Complexity: O(1) if the default depends on no override and the scope overrides none of the
  ///   keys that were read; otherwise O(*n*), where *n* is the number of frames in the scope.
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

/// A default value of the type `Value`. Code that does not know the type statically uses the
/// superclass ``Default``.
@usableFromInline package final class DefaultValue<Value: Sendable>: Default, @unchecked Sendable {
  @usableFromInline package let value: Value

  package init(_ value: Value, flaw: Flaw? = nil, isPrepared: Bool = false) {
    self.value = value
    super.init(flaw: flaw, isPrepared: isPrepared)
  }

  override package var hasEnded: Bool { (value as? any EndingInstance)?.hasEnded ?? false }
}

/// A container that can hold an instance weakly, so the instance may be deallocated before the
/// container.
package protocol EndingInstance { var hasEnded: Bool { get } }
