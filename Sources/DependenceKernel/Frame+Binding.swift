import Synchronization

/// The task-local variable that refers to the innermost frame of the current scope. Child tasks
/// inherit it.
@usableFromInline package enum Bound {
  // `@TaskLocal` cannot be used here, because inlinable code cannot refer to the declarations that
  // the macro adds.
  @usableFromInline static let frame = TaskLocal<Frame?>(wrappedValue: nil)

  /// The frame bound to the current task, or `nil` if no frame is bound. The reference is
  /// unretained, because the task-local retains the frame while the operation runs.
  ///
  /// `TaskLocal.get()` would retain the frame, so tasks that read dependencies in the same scope
  /// would contend for its reference count. That method gets the address of the stored value from
  /// the runtime and then copies the value. This property only gets the address.
  static var current: Uncounted<Frame>? {
    let key = Unmanaged.passUnretained(frame).toOpaque()
    guard let storage = taskLocalStorage(of: key) else { return nil }
    return Uncounted(at: storage.load(as: UInt.self))
  }

  /// The address of the immortal frame where reads outside all scopes start. It is zero if such
  /// reads must first search ``AmbientScopes`` for the scope of a running test.
  fileprivate static let fallback = Atomic<UInt>(0)

  package static func setFallback(_ frame: Frame?) {
    fallback.store(frame.map { Uncounted($0).address } ?? 0, ordering: .releasing)
  }
}

/// Returns the address where a task-local stores its value, or `nil` if the task-local is not
/// bound. This function is part of the concurrency runtime. The standard library declares it in
/// `TaskLocal.swift`.
@_silgen_name("swift_task_localValueGet")
private func taskLocalStorage(of key: UnsafeRawPointer) -> UnsafeMutableRawPointer?

/// The scopes of running tests, for code that a test runs in a task without a bound frame. Each
/// test runner registers a function that returns the scope of the test that is currently running.
package enum AmbientScopes {
  /// The functions that test runners have registered. Lists are never deallocated, because another
  /// thread may still be reading an old list.
  private final class List: Sendable {
    let find: [@Sendable () -> Frame?]
    init(_ find: [@Sendable () -> Frame?]) { self.find = find }
  }

  private static let list = Atomic<UInt>(0)

  /// Registers a function that returns the scope of the running test. Do not call this method
  /// concurrently.
  package static func add(_ find: @escaping @Sendable () -> Frame?) {
    let known = Uncounted<List>(at: list.load(ordering: .acquiring))?.object.find ?? []
    list.store(Uncounted.immortal(List(known + [find])).address, ordering: .releasing)
    Bound.setFallback(nil)
  }

  /// The scope of the running test, or `nil` if no registered function finds a running test.
  package static var current: Frame? {
    guard let list = Uncounted<List>(at: list.load(ordering: .acquiring)) else { return nil }
    for find in list.object.find {
      if let frame = find() { return frame }
    }
    return nil
  }
}

extension Frame {
  /// The frame bound to the current task, or `nil` outside all scopes.
  package static var bound: Frame? { Bound.current?.object }

  /// The frame where a read starts, if it can be determined without a search. It is `nil` if the
  /// scope of a running test must be found first, or if a subtree of the user interface may provide
  /// the values.
  package static var immediate: Uncounted<Frame>? {
    guard
      let frame = Bound.current ?? Uncounted(at: Bound.fallback.load(ordering: .acquiring)),
      frame.withObject({ $0.isUnambiguous })
    else { return nil }
    return frame
  }

  /// The frame where a read starts, or `nil` if a subtree of the user interface may provide the
  /// values. Outside all scopes, this property searches for the scope of a running test.
  package static var unambiguous: Frame? {
    if let frame = immediate { return frame.object }
    guard bound == nil, let frame = AmbientScopes.current, frame.isUnambiguous
    else { return nil }
    return frame
  }

  private final var isUnambiguous: Bool {
    keys != 0 || !root.hasChanged || ignoresPublishedSubtrees
  }

  /// Runs `operation` with `frame` bound to the current task.
  @inlinable package static func bind<Result>(
    _ frame: Frame,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try Bound.frame.withValue(frame, operation: operation)
  }

  /// Runs an asynchronous `operation` with `frame` bound to the current task, in the caller's
  /// isolation.
  @inlinable package static func bind<Result>(
    _ frame: Frame,
    _ operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await Bound.frame.withValue(frame, operation: operation, isolation: isolation)
  }
}

// MARK: - Products and asynchronous defaults

extension Frame {
  /// Returns the value of `product` in the scope of this frame, computing it if necessary. A
  /// product is a cached value without a key type, such as the value that a module registers.
  package final func value<Value: Sendable>(
    of product: DefaultProvider,
    readAt location: ReadLocation
  )
    -> Value
  {
    let found = root.cache.value(for: product, from: self, readAt: location)
    noteUse(of: found, for: nil)
    return found.value()
  }

  /// Returns the cached value of `product` that is valid in the scope of this frame, or `nil` if no
  /// such value is cached.
  package final func knownValue<Value: Sendable>(of product: DefaultProvider) -> Value? {
    guard let known = root.cache.known(product, from: self) else { return nil }
    noteUse(of: known, for: nil)
    return known.value()
  }

  /// Computes the value of `product` with an asynchronous function, and caches the result.
  ///
  /// - Throws: The error that `make` throws. Nothing is cached if it throws.
  package final nonisolated(nonsending) func makeValue<Value: Sendable>(
    of product: DefaultProvider,
    readAt location: ReadLocation,
    _ make: () async throws -> Value
  ) async throws {
    let computation = Computation(
      of: product,
      over: self,
      in: Computation.Surroundings(of: self),
      readAt: location,
      isAsynchronous: true
    )
    do {
      let computed = DefaultValue(try await Frame.bind(computation, make))
      computation.seal(computed)
      root.didCompute?(product, computed)
      root.cache.insert(computed, of: product)
      noteUse(of: computed, for: nil)
    } catch {
      computation.seal(nil)
      throw error
    }
  }
}
