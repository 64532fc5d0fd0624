import Synchronization

/// The task-local that binds a frame to the running task, and to the tasks that inherit it.
@usableFromInline package enum Bound {
  // Not `@TaskLocal`, because inlinable code cannot use what that macro declares.
  @usableFromInline static let frame = TaskLocal<Frame?>(wrappedValue: nil)

  /// The bound frame, unretained. The binding retains the frame as long as the current operation runs.
  ///
  /// `TaskLocal.get()` retains the frame, so tasks that read dependencies in the same scope would contend for its
  /// reference count. `get()` first asks the runtime for the address of the value, and then copies the value from there.
  /// This property only does the first of these two steps.
  static var current: Uncounted<Frame>? {
    let key = Unmanaged.passUnretained(frame).toOpaque()
    guard let storage = taskLocalStorage(of: key) else { return nil }
    return Uncounted(at: storage.load(as: UInt.self))
  }

  /// The address of the frame that reads start from outside of every scope, or zero if that has to be looked up. The
  /// frame is immortal.
  fileprivate static let fallback = Atomic<UInt>(0)

  package static func setFallback(_ frame: Frame?) {
    fallback.store(frame.map { Uncounted($0).address } ?? 0, ordering: .releasing)
  }
}

/// The entry point of the concurrency runtime that returns the address of a task-local's value, or `nil` if the
/// task-local is not bound. The standard library declares it in `TaskLocal.swift`, for use in inlined code.
@_silgen_name("swift_task_localValueGet")
private func taskLocalStorage(of key: UnsafeRawPointer) -> UnsafeMutableRawPointer?

/// The test runners that know the scope of a test which runs in no scope of ours.
package enum AmbientScopes {
  /// The functions of the runners. A list is never released, because any thread may be reading it.
  private final class List: Sendable {
    let find: [@Sendable () -> Frame?]
    init(_ find: [@Sendable () -> Frame?]) { self.find = find }
  }

  private static let list = Atomic<UInt>(0)

  /// Adds a runner. Callers must not call this at the same time.
  package static func add(_ find: @escaping @Sendable () -> Frame?) {
    let known = Uncounted<List>(at: list.load(ordering: .acquiring))?.object.find ?? []
    list.store(Uncounted.immortal(List(known + [find])).address, ordering: .releasing)
    Bound.setFallback(nil)
  }

  /// The scope of the test that runs here, if a runner knows one.
  package static var current: Frame? {
    guard let list = Uncounted<List>(at: list.load(ordering: .acquiring)) else { return nil }
    for find in list.object.find {
      if let frame = find() { return frame }
    }
    return nil
  }
}

extension Frame {
  /// The frame bound here, or `nil` outside of every scope.
  package static var bound: Frame? { Bound.current?.object }

  /// The frame from which a read starts without asking a test runner, and that answers reads itself.
  package static var immediate: Uncounted<Frame>? {
    guard
      let frame = Bound.current ?? Uncounted(at: Bound.fallback.load(ordering: .acquiring)),
      frame.look({ $0.isUnambiguous })
    else { return nil }
    return frame
  }

  /// The frame from which a read starts, if it answers reads itself, or `nil` if a user interface may answer them.
  package static var unambiguous: Frame? {
    if let frame = immediate { return frame.object }
    guard bound == nil, let frame = AmbientScopes.current, frame.isUnambiguous
    else { return nil }
    return frame
  }

  private final var isUnambiguous: Bool { keys != 0 || !root.hasChanged || answersItself }

  /// Runs `operation` with `frame` bound.
  @inlinable package static func bind<Result>(
    _ frame: Frame,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try Bound.frame.withValue(frame, operation: operation)
  }

  /// Runs `operation` with `frame` bound, in the isolation of the caller.
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
  /// The value of a product, or of a key that is not a type, as seen from here.
  package final func value<Value: Sendable>(of product: Subject, readAt place: ReadPlace) -> Value {
    let found = root.cache.value(for: product, from: self, readAt: place)
    noteUse(of: found, for: nil)
    return found.value()
  }

  /// The value of a product, or of a key that is not a type, if it was made and holds here.
  package final func knownValue<Value: Sendable>(of product: Subject) -> Value? {
    guard let known = root.cache.known(product, from: self) else { return nil }
    noteUse(of: known, for: nil)
    return known.value()
  }

  /// Makes the value of a product and keeps it, with the overrides that it depends on.
  ///
  /// - Throws: The error of `make`. Nothing is kept then.
  package final nonisolated(nonsending) func makeValue<Value: Sendable>(
    of product: Subject,
    readAt place: ReadPlace,
    _ make: () async throws -> Value
  ) async throws {
    let computation = Computation(
      of: product,
      over: self,
      in: Computation.Surroundings(of: self),
      readAt: place,
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
