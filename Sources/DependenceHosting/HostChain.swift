/// A chain of objects, such as the responder chain, in which some objects provide overrides.
package enum HostChain {
  /// Returns the overrides of the nearest object that has overrides, or empty values if no object
  /// has overrides.
  ///
  /// The search ends if the chain contains a cycle.
  ///
  /// - Parameters:
  ///   - next: A function that returns the object that follows a given object in the chain.
  ///   - hosted: A function that returns the overrides of an object, nearest first.
  /// - Complexity: O(*n*), where *n* is the distance to the nearest object with overrides.
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
