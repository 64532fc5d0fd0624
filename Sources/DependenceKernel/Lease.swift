#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A temporary reference to a frame (a link in the chain that forms a scope). A dependency
/// property's getter uses the lease to read other dependencies.
///
/// While a getter runs, its `DependencyValues` are copied, and every copy retains the objects that
/// it refers to. If the copies referred to the frame, tasks that read from the same scope would
/// contend for the frame's reference count, so the copies refer to a lease instead. Each thread has
/// its own lease and reuses it for its next read. The lease does not retain the frame, because the
/// caller keeps the frame alive while the getter runs.
///
/// A getter can also store its `DependencyValues`, for example in a closure. The lease is then
/// still referenced when the getter returns, and retains the frame from then on.
package final class Lease: @unchecked Sendable {
  // This class is `@unchecked Sendable` because of its mutable properties. `frame` and `site`
  // change only while a single thread refers to the lease, so they need no exclusivity checks, which
  // would take a sixth of the time of a read. `owner` is never read and only keeps the frame alive.
  @exclusivity(unchecked) package private(set) var frame: Uncounted<Frame>
  /// The read site of the property wrapper being read, which contains the wrapper's source
  /// location. The site is not retained because read sites are never deallocated.
  @exclusivity(unchecked) package private(set) var site: Uncounted<ReadSite>
  private var owner: Frame?
  private let spare: pthread_key_t

  /// The key to the thread-specific storage where each thread keeps its lease between reads.
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

  /// Returns a lease (a temporary reference) on the current scope's innermost frame, for the getter
  /// of the property read at `site`. The current scope must stay bound to the task until
  /// ``end(_:)`` is called.
  ///
  /// Returns `nil` if the site was created for a key, because reading a key calls no getter. Also
  /// returns `nil` if only a slower search can find the current scope: see ``Frame/immediate``.
  package static func begin(for site: Uncounted<ReadSite>) -> Lease? {
    guard site.withObject({ $0.path != nil }), let frame = Frame.immediate else { return nil }
    return begin(frame, for: site)
  }

  /// Returns a lease (a reference that does not retain the frame) on `frame`. Reuses the current
  /// thread's lease object if no other code refers to it. The caller must keep the frame alive
  /// until ``end(_:)`` is called.
  package static func begin(_ frame: Uncounted<Frame>, for site: Uncounted<ReadSite>) -> Lease {
    let spare = spare
    guard let word = pthread_getspecific(spare) else { return Lease(frame, site, spare) }
    pthread_setspecific(spare, nil)
    let lease = Unmanaged<Lease>.fromOpaque(word).takeRetainedValue()
    (lease.frame, lease.site) = (frame, site)
    return lease
  }

  /// Returns the object that holds a key's value in the leased frame's scope, or `nil` if a slower
  /// method must read the key: see ``Frame/findFast(_:at:)``.
  package func find(_ key: Any.Type) -> Uncounted<Holder>? {
    frame.find(key, at: site.withObject { $0.location })
  }

  /// Ends a lease (a temporary reference to a frame), and sets `lease` to `nil`. If other code
  /// still refers to the lease, the lease retains the frame from then on, because the caller no
  /// longer keeps the frame alive. Otherwise, the current thread reuses the lease object for its
  /// next read.
  package static func end(_ lease: inout Lease?) {
    guard isKnownUniquelyReferenced(&lease) else {
      lease?.owner = lease?.frame.object
      return lease = nil
    }
    guard let ended = lease.take(), pthread_getspecific(ended.spare) == nil else { return }
    pthread_setspecific(ended.spare, Unmanaged.passRetained(ended).toOpaque())
  }
}
