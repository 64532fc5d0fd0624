/// Reads of products. A product is a cached value that is not identified by a key type, such as the
/// value of a dependency registered by a module.
extension Frame {
  /// Returns the value of `product` (a cached value without a key type) in this frame's scope,
  /// computing and caching it if necessary.
  package final func value<Value: Sendable>(
    of product: DefaultProvider,
    readAt location: ReadLocation
  )
    -> Value
  {
    let found = root.cache.value(for: product, from: self, readAt: location)
    noteUse(of: found, for: nil)
    return found.value(as: Value.self)
  }

  /// Returns the cached value of `product` (a value without a key type) in this frame's scope, or
  /// `nil` if no value is cached. This method never computes the value.
  package final func knownValue<Value: Sendable>(of product: DefaultProvider) -> Value? {
    guard let known = root.cache.known(product, from: self) else { return nil }
    noteUse(of: known, for: nil)
    return known.value(as: Value.self)
  }

  /// Computes the value of `product` (a cached value without a key type) with the asynchronous
  /// function `make`, and caches the result for later reads in the same scope.
  ///
  /// - Throws: Any error that `make` throws. Nothing is cached in that case.
  package final nonisolated(nonsending) func makeValue<Value: Sendable>(
    of product: DefaultProvider,
    readAt location: ReadLocation,
    _ make: () async throws -> Value
  ) async throws {
    let computation = Computation(
      of: product,
      over: self,
      in: Computation.Surroundings(of: self),
      readAt: location,
      isAsynchronous: true
    )
    do {
      let computed = DefaultValue(try await Frame.bind(computation, make))
      computation.seal(computed)
      root.didProvide?(product, false) { computed }
      root.cache.insert(computed, of: product)
      noteUse(of: computed, for: nil)
    } catch {
      computation.seal(nil)
      throw error
    }
  }
}
