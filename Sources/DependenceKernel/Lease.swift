#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A frame that is lent to the getter of a property of `DependencyValues` while a wrapper reads the property.
///
/// The getter copies its `DependencyValues`, and every copy retains what they refer to. If they referred to the frame
/// itself, tasks that read from the same scope would contend for the frame's reference count. Instead they refer to a
/// lease. Each thread reuses a lease of its own, and the lease does not retain the frame. That is safe while the getter
/// runs, because the caller keeps the frame alive until then.
///
/// A getter may store its `DependencyValues`, for example in a closure. Then the lease is still referenced when the getter
/// returns, and from then on the lease retains the frame.
package final class Lease: @unchecked Sendable {
  // Unchecked. `frame` changes only while a single thread refers to the lease. `owner` only keeps the frame alive.
  package private(set) var frame: Uncounted<Frame>
  /// The place of the read. Sites are immortal.
  package private(set) var site: Uncounted<ReadSite>
  private var owner: Frame?
  private let spare: pthread_key_t

  /// The thread-specific word that refers to the lease of a thread while the thread does not use the lease.
  private static let spare = {
    var key = pthread_key_t()
    pthread_key_create(&key) { word in
      #if canImport(Darwin)
      Unmanaged<Lease>.fromOpaque(word).release()
      #else
      if let word { Unmanaged<Lease>.fromOpaque(word).release() }
      #endif
    }
    return key
  }()

  private init(_ frame: Uncounted<Frame>, _ site: Uncounted<ReadSite>, _ spare: pthread_key_t) {
    (self.frame, self.site, self.spare) = (frame, site, spare)
  }

  /// A lease of the frame that a read of a property starts from, which stays bound until ``end(_:)``, or `nil` if the
  /// site reads a key, or the frame has to be looked up.
  package static func begin(for site: Uncounted<ReadSite>) -> Lease? {
    guard site.look({ $0.path != nil }), let frame = Frame.immediate else { return nil }
    return begin(frame, for: site)
  }

  /// A lease of a frame that the caller keeps alive until ``end(_:)``.
  package static func begin(_ frame: Uncounted<Frame>, for site: Uncounted<ReadSite>) -> Lease {
    let spare = spare
    guard let word = pthread_getspecific(spare) else { return Lease(frame, site, spare) }
    pthread_setspecific(spare, nil)
    let lease = Unmanaged<Lease>.fromOpaque(word).takeRetainedValue()
    (lease.frame, lease.site) = (frame, site)
    return lease
  }

  /// The holder of a key's value as seen from the leased frame, or `nil` if the process has not used the key yet, or the
  /// read needs attention.
  package func find(_ key: Any.Type) -> Uncounted<Holder>? {
    frame.find(key, at: site.look { $0.place })
  }

  /// Ends a lease: keeps it for the next one, or gives it ownership of the frame if it is still referenced elsewhere.
  package static func end(_ lease: inout Lease?) {
    guard isKnownUniquelyReferenced(&lease) else {
      lease?.owner = lease?.frame.object
      return lease = nil
    }
    guard let ended = lease.take(), pthread_getspecific(ended.spare) == nil else { return }
    pthread_setspecific(ended.spare, Unmanaged.passRetained(ended).toOpaque())
  }
}
