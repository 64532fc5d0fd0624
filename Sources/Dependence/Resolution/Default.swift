/// A default that was computed, and what it was built on.
@usableFromInline class Default: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant once it is cached.

  /// What a default was built on.
  struct Basis: Sendable {
    /// The keys that were read while it was computed, and that nothing overrode.
    var defaults = KeySet()
    /// The keys that were read, and the overrides that answered.
    var overrides: [Condition] = []
  }

  /// A key that was read while a default was computed, and the override that answered.
  struct Condition: @unchecked Sendable {
    let record: AnyKeyRecord
    // An identity, never followed: the default is evicted before the frame's memory is reused.
    private let override: UnsafeRawPointer

    init(record: AnyKeyRecord, override: Frame) {
      self.record = record
      self.override = UnsafeRawPointer(Unmanaged.passUnretained(override).toOpaque())
    }

    /// Whether a read from `frame` would be answered as it was then.
    func holds(in frame: Frame) -> Bool { frame.anyOverride(of: record).map(names) ?? false }

    func names(_ frame: Frame) -> Bool {
      override == UnsafeRawPointer(Unmanaged.passUnretained(frame).toOpaque())
    }
  }

  /// What keeps a default from being used without a word.
  enum Flaw {
    /// A test got the live value, because the key has no other.
    case liveOnly
    /// An app got the test value, because no module provides a live one.
    case withoutLiveValue
    /// A test got the placeholder of a key that it had to override.
    case unimplemented
  }

  // Written until the default is cached, under the lock of the cache, so accesses cannot overlap.
  @exclusivity(unchecked) final var basis: Basis
  @exclusivity(unchecked) final var flaw: Flaw?
  /// Whether it was installed, and not computed.
  final let isPrepared: Bool

  init(_ basis: Basis, flaw: Flaw?, isPrepared: Bool) {
    self.basis = basis
    self.flaw = flaw
    self.isPrepared = isPrepared
  }

  /// Whether computing the default from `frame` would read the same overrides.
  func holds(in frame: Frame) -> Bool {
    basis.overrides.allSatisfy { $0.holds(in: frame) } && frame.overridesNone(of: basis.defaults)
  }

  /// Whether no override at all went into the default.
  var isBuiltOnDefaults: Bool { basis.overrides.isEmpty }

  /// Whether the override that `frame` stands for went into the default.
  func isBuilt(on frame: Frame) -> Bool {
    basis.overrides.contains { $0.names(frame) }
  }
}

/// A default with its value.
@usableFromInline final class DefaultValue<Value: Sendable>: Default, @unchecked Sendable {
  @usableFromInline let value: Value

  init(
    _ value: Value,
    on basis: Basis = Basis(),
    flaw: Flaw? = nil,
    isPrepared: Bool = false
  ) {
    self.value = value
    super.init(basis, flaw: flaw, isPrepared: isPrepared)
  }
}
