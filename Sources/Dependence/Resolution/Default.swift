/// A default that was computed, and what it was built on.
@usableFromInline class Default: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: all of its state is constant.

  /// A key that was read while the default was computed, and the override that answered.
  struct Condition {
    let record: AnyKeyRecord
    // An identity, never followed: the default is evicted before the frame's memory is reused.
    private let override: UnsafeRawPointer?

    init(record: AnyKeyRecord, override: Frame?) {
      self.record = record
      self.override = override.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    }

    /// Whether a read from `frame` would be answered as it was then.
    func holds(in frame: Frame) -> Bool {
      let found = frame.anyOverride(of: record)
      return override == found.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    }

    /// Whether there was no override to answer.
    var isDefault: Bool { override == nil }

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

  let conditions: [Condition]
  let flaw: Flaw?
  /// Whether it was installed, and not computed.
  let isPrepared: Bool

  init(conditions: [Condition], flaw: Flaw?, isPrepared: Bool) {
    self.conditions = conditions
    self.flaw = flaw
    self.isPrepared = isPrepared
  }

  /// Whether computing the default from `frame` would read the same overrides.
  func holds(in frame: Frame) -> Bool {
    conditions.allSatisfy { $0.holds(in: frame) }
  }

  /// Whether no override at all went into the default.
  var isBuiltOnDefaults: Bool { conditions.allSatisfy(\.isDefault) }

  /// Whether the override that `frame` stands for went into the default.
  func isBuilt(on frame: Frame) -> Bool {
    conditions.contains { $0.names(frame) }
  }
}

/// A default with its value.
@usableFromInline final class DefaultValue<Value: Sendable>: Default, @unchecked Sendable {
  @usableFromInline let value: Value

  init(
    _ value: Value,
    conditions: [Condition],
    flaw: Flaw? = nil,
    isPrepared: Bool = false
  ) {
    self.value = value
    super.init(conditions: conditions, flaw: flaw, isPrepared: isPrepared)
  }
}
