/// A way from one object to the next, such as that of responders, on which some host dependencies.
package enum HostChain {
  /// The overrides of the nearest host; empty where no host has any.
  ///
  /// Hosts without overrides do not take part. A chain that leads back into itself ends there.
  ///
  /// - Parameters:
  ///   - next: The link after a link.
  ///   - hosted: What is hosted at a link, nearest first.
  /// - Complexity: O(*n*), where *n* is the distance to the nearest host.
  package static func nearestOverrides<Link: AnyObject>(
    from start: Link,
    next: (Link) -> Link?,
    hosted: (Link) -> [DependencyValues]
  ) -> DependencyValues {
    var visited: Set<ObjectIdentifier> = []
    var link: Link? = start
    while let current = link, visited.insert(ObjectIdentifier(current)).inserted {
      if let values = hosted(current).first(where: { !$0.isEmpty }) { return values }
      link = next(current)
    }
    return DependencyValues()
  }
}
