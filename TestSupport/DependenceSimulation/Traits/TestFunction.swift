#if canImport(Testing)
/// A copy of a test function for tasks that may never return from it.
///
/// `withoutActuallyEscaping` traps if its closure is still referenced when it returns, and a
/// deadlocked task keeps a reference to the function that it called. Such tasks therefore use a
/// copy of the closure, because references to the copy do not make `withoutActuallyEscaping` trap.
///
/// The copy depends on the memory layout of closures, which the Swift compiler does not document.
/// `isSupported` checks the layout of an example closure. If it is not as expected, no copy is
/// made, and a deadlocked test terminates the process after reporting the deadlock.
struct TestFunction: Sendable {
  typealias Body = @concurrent @Sendable () async throws -> Void

  private struct ClosureLayout: Equatable {
    let code: UnsafeRawPointer
    let context: UnsafeRawPointer
  }

  // A structure that contains a closure. If a closure were passed to `unsafeBitCast` directly,
  // Swift would wrap it in another closure, whose layout would be read instead.
  private struct Whole {
    let body: Body
  }

  /// The memory layout of a closure's context, for closures that `withoutActuallyEscaping` passes
  /// to its body.
  private struct ContextLayout {
    /// The header of every Swift object: a pointer to its type, and its reference counts.
    let header: (UnsafeRawPointer, UInt)
    /// The closure that was passed to `withoutActuallyEscaping`. The context does not own it.
    let original: ClosureLayout
  }

  let body: Body

  /// Creates a copy of a closure that `withoutActuallyEscaping` has passed to its body.
  init(copying function: @escaping Body) {
    guard Self.isSupported else {
      body = function
      return
    }
    let layout = Self.layout(of: function)
    // This memory is never released, because a task that never ends may still use the closure.
    let context = UnsafeMutablePointer<ContextLayout>.allocate(capacity: 1)
    context.initialize(to: layout.context.load(as: ContextLayout.self))
    let copy = ClosureLayout(code: layout.code, context: UnsafeRawPointer(context))
    body = unsafeBitCast(copy, to: Whole.self).body
    withExtendedLifetime(function) {}
  }

  /// Whether closures in this process have the memory layout that `init(copying:)` expects.
  static let isSupported: Bool = {
    let value = [1]
    let example: Body = { withExtendedLifetime(value) {} }
    return hasExpectedContext(example, original: layout(of: example))
  }()

  private static func layout(of function: @escaping Body) -> ClosureLayout {
    unsafeBitCast(Whole(body: function), to: ClosureLayout.self)
  }

  // Not inlined, because the optimizer could otherwise remove the call to
  // `withoutActuallyEscaping`, whose closure this function examines.
  @inline(never)
  private static func hasExpectedContext(_ function: Body, original: ClosureLayout) -> Bool {
    withoutActuallyEscaping(function) { function in
      layout(of: function).context.load(as: ContextLayout.self).original == original
    }
  }
}
#endif
