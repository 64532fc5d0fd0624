/// A container for one instance of a dependency that has a ``DependencyLifetime``, which determines
/// how long reads share the instance. Unless the lifetime is `.transient`, the container is cached,
/// so that all reads get the same instance until its lifetime ends.
package final class KeptInstance<Value: Sendable>: EndingInstance, @unchecked Sendable {
  // This class is `@unchecked Sendable` because its state contains a weak reference. A lock
  // protects the state, and all stored properties are constants.

  private struct State {
    /// The instance. If the lifetime is `.shared` or `.transient`, this property becomes `nil` when
    /// a read first returns the instance, so that this container does not keep the instance alive.
    /// From then on, the container refers to a class instance only weakly, through `object`.
    var value: Value?
    weak var object: AnyObject?
    /// Whether no read has returned the instance yet. The first read returns the instance even if
    /// its lifetime has already ended.
    var isNew = true
  }

  private let isHeld: Bool
  private let end: EndOfLifetime?
  private let state: Lock<State>

  /// Creates a container for a new instance. If the lifetime is a time to live, this initializer
  /// reads the clock. Call it while the dependency's default value is being computed, so that the
  /// clock is recorded as an input. A scope that overrides the clock then gets its own instance.
  package init(_ value: Value, lifetime: DependencyLifetime) {
    isHeld = lifetime != .shared && lifetime != .transient
    let mirror = Mirror(reflecting: value)
    // If `value` is an optional, `instance` is the wrapped value, or `nil` if the optional is
    // empty. Otherwise, `instance` is `value` itself.
    let instance = mirror.displayStyle == .optional ? mirror.children.first?.value : value
    let object = instance.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
    state = Lock(State(value: value, object: object))
    if case .timeToLive(let time) = lifetime {
      let computation = Frame.bound as? Computation
      let now = Self.now(
        in: .current,
        for: computation?.provider,
        readAt: computation?.location ?? .unknown
      )
      end = EndOfLifetime(now.advanced(by: time))
    } else {
      end = nil
    }
    guard lifetime == .shared, instance != nil, object == nil,
      let computation = Frame.bound as? Computation
    else { return }
    let message = """
      \(computation.provider.name) has the lifetime .shared, but \(Value.self) is not a class. Only instances of classes \
      can be shared, so each read creates a new value. Make \(Value.self) a class, or use the lifetime .singleton, \
      .transient or .timeToLive.
      """
    let issue = DependencyIssue(message, at: computation.location.site ?? .unknown)
    IssuePath.deliver(issue, from: computation)
  }

  /// Returns the instance, or `nil` if its lifetime has ended. The first call never returns `nil`.
  ///
  /// - Parameter provider: The dependency that the instance belongs to. Its name appears in issues.
  package func take(
    from frame: Frame,
    for provider: DefaultProvider,
    readAt location: ReadLocation
  ) -> Value? {
    let (value, object, isNew) = state.withLock { state -> (Value?, Value?, Bool) in
      defer { (state.isNew, state.value) = (false, isHeld ? state.value : nil) }
      return (state.value, state.object.flatMap { $0 as? Value }, state.isNew)
    }
    let isAlive =
      isNew
      || end.map { Self.now(in: frame, for: provider, readAt: location) < $0.instant } ?? true
    return isAlive ? value ?? object : nil
  }

  package var hasEnded: Bool { state.withLock { $0.value == nil && $0.object == nil } }

  private static func now(
    in frame: Frame,
    for provider: DefaultProvider?,
    readAt location: ReadLocation
  ) -> AnyClock.Instant {
    // Read the clock as if to assign to one of its members. Such a read reports no issue if the
    // clock is unsuitable for the test, for example because it is the live clock.
    let record = KeyRecord<any Clock<Duration>>.of(ContinuousClockKey.self)
    let clock = frame.read(record, at: .unknown, isPartOfAssignment: true)
    // A read for an assignment does not prevent `prepareDependencies` from installing another clock
    // later. The stored end of the lifetime would then be an instant of the wrong clock, so mark
    // the clock as read.
    if clock is Default { _ = frame.root.cache.prepared(record, marksRead: true) }
    let value = clock.value(as: (any Clock<Duration>).self)
    // The code that reads the dependency does not mention the clock, so make the issue name the
    // dependency and the location of the read.
    if let unimplemented = value as? UnimplementedClock, let provider {
      return AnyClock(unimplemented.measuringLifetime(of: provider.name, readAt: location.site)).now
    }
    return AnyClock(value).now
  }
}

/// The instant when an instance's lifetime ends.
///
/// A simulation searches the memory of dependency values for objects that several of its runs
/// share. It treats each address of an object that it finds as a reference. An existential such as
/// `instant` has unused bytes that may still contain the address of an earlier object, which the
/// search would mistake for a reference. The instant is therefore stored in an object of its own,
/// which the search skips.
package final class EndOfLifetime: Sendable {
  fileprivate let instant: AnyClock.Instant

  fileprivate init(_ instant: AnyClock.Instant) { self.instant = instant }
}

extension Frame {
  /// Returns the current instance of a dependency with a lifetime, creating a new one if none
  /// exists yet or if the current one's lifetime has ended. Each cached value of `provider` must be
  /// a ``KeptInstance``, which contains the instance.
  package final func instance<Value: Sendable>(
    of provider: DefaultProvider,
    _ lifetime: DependencyLifetime,
    readAt location: ReadLocation
  ) -> Value {
    while true {
      let found =
        lifetime == .transient
        ? root.cache.transientValue(for: provider, from: self, readAt: location)
        : root.cache.value(for: provider, from: self, readAt: location, keepsProvider: true)
      let kept = found.value(as: KeptInstance<Value>.self)
      if let value = kept.take(from: self, for: provider, readAt: location) {
        noteUse(of: found, for: nil)
        return value
      }
      root.cache.remove(found, of: provider)
    }
  }
}
