#if canImport(Testing)
/// The function of a test, for tasks that may never come back from it.
///
/// `withoutActuallyEscaping` traps if anybody still holds the closure when it ends, and a task in a deadlock
/// holds what it called for ever. Such tasks get a twin of the closure, and hold that.
struct TestFunction: Sendable {
  typealias Body = @concurrent @Sendable () async throws -> Void

  private struct Words {
    let code: UnsafeRawPointer
    let context: UnsafeRawPointer
  }

  // A bare closure would be wrapped once more by the generic cast.
  private struct Whole {
    let body: Body
  }

  let body: Body

  /// - Parameter function: What `withoutActuallyEscaping` hands out: its context is the header of an object,
  ///   and the two words of the closure that does not escape, which it does not own.
  init(twinOf function: @escaping Body) {
    let words = unsafeBitCast(Whole(body: function), to: Words.self)
    let size = 4 * MemoryLayout<UnsafeRawPointer>.size
    // Never released: whoever is left may still come back.
    let context = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    context.copyMemory(from: words.context, byteCount: size)
    body = unsafeBitCast(Words(code: words.code, context: context), to: Whole.self).body
    withExtendedLifetime(function) {}
  }
}
#endif
