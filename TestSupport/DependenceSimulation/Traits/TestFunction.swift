#if canImport(Testing)
/// A copy of a test function, for tasks that may never return from it.
///
/// `withoutActuallyEscaping` traps if its closure is still referenced when it returns, and a task
/// in a deadlock keeps a reference to the function that it called. Such tasks use a copy of the
/// closure that `withoutActuallyEscaping` does not check.
struct TestFunction: Sendable {
  typealias Body = @concurrent @Sendable () async throws -> Void

  private struct ClosureLayout {
    let code: UnsafeRawPointer
    let context: UnsafeRawPointer
  }

  // A wrapper, because `unsafeBitCast` would put a bare closure into another closure.
  private struct Whole {
    let body: Body
  }

  let body: Body

  /// Creates a copy of a closure that does not escape.
  ///
  /// - Parameter function: The closure that `withoutActuallyEscaping` passes on. Its context
  ///   consists of an object header and the two machine words of the original closure, which the
  ///   context does not own.
  init(copying function: @escaping Body) {
    let layout = unsafeBitCast(Whole(body: function), to: ClosureLayout.self)
    let size = 4 * MemoryLayout<UnsafeRawPointer>.size
    // This memory is never released, because a task that has not ended may still use the closure.
    let context = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    context.copyMemory(from: layout.context, byteCount: size)
    body = unsafeBitCast(ClosureLayout(code: layout.code, context: context), to: Whole.self).body
    withExtendedLifetime(function) {}
  }
}
#endif
