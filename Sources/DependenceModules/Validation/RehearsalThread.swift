#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
#error("RehearsalThread needs a platform with POSIX threads")
#endif

/// A thread of its own for a factory that may never return.
enum RehearsalThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(&thread, nil, { Self.enter($0) }, body)
    if let thread { pthread_detach(thread) }
    #else
    var thread = pthread_t()
    pthread_create(&thread, nil, { $0.flatMap { RehearsalThread.enter($0) } }, body)
    pthread_detach(thread)
    #endif
  }

  private static func enter(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
    return nil
  }

  /// Keeps the thread where it is.
  static func stay() -> Never {
    while true { pause() }
  }
}
