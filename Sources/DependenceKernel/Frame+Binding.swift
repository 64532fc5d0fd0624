import Synchronization

/// The task-local variable that binds a frame to the running task and to the tasks that it starts.
@usableFromInline package enum Bound {
  // Not declared with `@TaskLocal`, because inlinable code cannot use that macro's declarations.
  @usableFromInline static let frame = TaskLocal<Frame?>(wrappedValue: nil)

  /// The bound frame as an unretained reference, or `nil` if no frame is bound. The binding retains
  /// the frame while its operation runs.
  ///
  /// `TaskLocal.get()` retains the frame, so tasks that read dependencies in the same scope would
  /// contend for its reference count. `get()` first gets the address of the value from the runtime,
  /// and then copies the value. This property performs only the first of these two steps.
  static var current: Uncounted<Frame>? {
    let key = Unmanaged.passUnretained(frame).toOpaque()
    guard let storage = taskLocalStorage(of: key) else { return nil }
    return Uncounted(at: storage.load(as: UInt.self))
  }

  /// The address of the immortal frame from which reads outside every scope start, or zero if test
  /// runners have to be searched for a scope first.
  fileprivate static let fallback = Atomic<UInt>(0)

  package static func setFallback(_ frame: Frame?) {
    fallback.store(frame.map { Uncounted($0).address } ?? 0, ordering: .releasing)
  }
}

/// The function of the concurrency runtime that returns the address of a task-local value, or `nil`
/// if the task-local is not bound. The standard library declares it in `TaskLocal.swift`, for use
/// in inlined code.
@_silgen_name("swift_task_localValueGet")
private func taskLocalStorage(of key: UnsafeRawPointer) -> UnsafeMutableRawPointer?

/// The scopes of running tests, for code that runs in a test but has no bound frame. Each test
/// runner registers a function that finds the scope of its running test.
package enum AmbientScopes {
  /// The functions that test runners have registered. A list is never released, because any thread
  /// may be reading it.
  private final class List: Sendable {
    let find: [@Sendable () -> Frame?]
    init(_ find: [@Sendable () -> Frame?]) { self.find = find }
  }

  private static let list = Atomic<UInt>(0)

  /// Registers a function that returns the scope of the running test. Calls must not overlap.
  package static func add(_ find: @escaping @Sendable () -> Frame?) {
    let known = Uncounted<List>(at: list.load(ordering: .acquiring))?.object.find ?? []
    list.store(Uncounted.immortal(List(known + [find])).address, ordering: .releasing)
    Bound.setFallback(nil)
  }

  /// The scope of the running test, or `nil` if no test runner finds one.
  package static var current: Frame? {
    guard let list = Uncounted<List>(at: list.load(ordering: .acquiring)) else { return nil }
    for find in list.object.find {
      if let frame = find() { return frame }
    }
    return nil
  }
}

extension Frame {
  /// The frame bound to the current task, or `nil` outside every scope.
  package static var bound: Frame? { Bound.current?.object }

  /// The frame from which a read starts, or `nil` if a test runner has to be searched for a scope,
  /// or if the values of a user interface may take precedence.
  package static var immediate: Uncounted<Frame>? {
    guard
      let frame = Bound.current ?? Uncounted(at: Bound.fallback.load(ordering: .acquiring)),
      frame.withObject({ $0.isUnambiguous })
    else { return nil }
    return frame
  }

  /// The frame from which a read starts, or `nil` if values of a user interface may take
  /// precedence.
  package static var unambiguous: Frame? {
    if let frame = immediate { return frame.object }
    guard bound == nil, let frame = AmbientScopes.current, frame.isUnambiguous
    else { return nil }
    return frame
  }

  private final var isUnambiguous: Bool { keys != 0 || !root.hasChanged || answersItself }

  /// Runs `operation` with `frame` bound to the current task.
  @inlinable package static func bind<Result>(
    _ frame: Frame,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try Bound.frame.withValue(frame, operation: operation)
  }

  /// Runs `operation` with `frame` bound to the current task, in the isolation of the caller.
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
  /// Returns the value of `product` in the scope of this frame, and computes it if necessary. A
  /// product is the value of a module, or of a key that is not a type.
  package final func value<Value: Sendable>(of product: Subject, readAt location: ReadLocation)
    -> Value
  {
    let found = root.cache.value(for: product, from: self, readAt: location)
    noteUse(of: found, for: nil)
    return found.value()
  }

  /// Returns the cached value of `product` that is valid in the scope of this frame, if any.
  package final func knownValue<Value: Sendable>(of product: Subject) -> Value? {
    guard let known = root.cache.known(product, from: self) else { return nil }
    noteUse(of: known, for: nil)
    return known.value()
  }

  /// Computes the value of `product` asynchronously and caches it.
  ///
  /// - Throws: The error of `make`. Nothing is cached then.
  package final nonisolated(nonsending) func makeValue<Value: Sendable>(
    of product: Subject,
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
