/// A namespace for searching a chain of objects, such as the responder chain, for dependency
/// overrides.
package enum HostChain {
  /// Returns the overrides of the first object in the chain that has any, or empty values if none
  /// does.
  ///
  /// If the chain contains a cycle, the search ends when it reaches an object a second time.
  ///
  /// - Parameters:
  ///   - next: A function that returns the object after a given object in the chain.
  ///   - hosted: A function that returns the sets of overrides that a given object provides. The
  ///     first nonempty set is used.
  /// - Complexity: O(*n*), where *n* is the number of objects up to the first one with overrides.
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
