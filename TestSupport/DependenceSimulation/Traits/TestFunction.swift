#if canImport(Testing)
/// A copy of a test function for tasks that may never return from it.
///
/// `withoutActuallyEscaping` passes a closure to its body, and traps if this closure is still
/// referenced when the body returns. A deadlocked task keeps a reference to the function that it
/// called. Simulated tasks therefore call a copy of the closure, because references to the copy do
/// not matter to `withoutActuallyEscaping`.
///
/// The copy depends on the memory layout of closures, which the Swift compiler does not document.
/// `isSupported` checks the layout of an example closure. If the layout is not as expected, no copy
/// is made, and a deadlocked test ends the process after reporting the deadlock.
struct TestFunction: Sendable {
  typealias Body = @concurrent @Sendable () async throws -> Void

  private struct ClosureLayout: Equatable {
    let code: UnsafeRawPointer
    let context: UnsafeRawPointer
  }

  // A structure that contains a closure. If a closure were passed to `unsafeBitCast` directly,
  // Swift would wrap it in another closure, and the result would describe the wrapper instead.
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
    // Never release this memory, because a task that never ends may still use the closure.
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

  // This function must not be inlined. Otherwise, the optimizer could remove the call to
  // `withoutActuallyEscaping`, whose closure the function examines.
  @inline(never)
  private static func hasExpectedContext(_ function: Body, original: ClosureLayout) -> Bool {
    withoutActuallyEscaping(function) { function in
      layout(of: function).context.load(as: ContextLayout.self).original == original
    }
  }
}
#endif
