/// Something that is no key, and of which a root keeps what was made: a ``Lazy``, or what a module makes.
package final class Product<Value: Sendable>: Computation.Subject {
  let dependsOnReads: Bool
  private let describe: @Sendable () -> String
  private let make: @Sendable () -> Value

  /// - Parameters:
  ///   - dependsOnReads: Whether a value holds only where what was read would be read again.
  ///   - describe: Gives its name in messages.
  package init(
    dependsOnReads: Bool = true,
    named describe: @escaping @Sendable () -> String,
    _ make: @escaping @Sendable () -> Value
  ) {
    self.dependsOnReads = dependsOnReads
    self.describe = describe
    self.make = make
  }

  package var name: String { describe() }

  func makeDefault(in computation: Computation) -> Default {
    DefaultValue(Frame.bind(computation, make))
  }
}

// MARK: - Made at a read

extension Frame {
  /// The value of a product, as seen from here.
  ///
  /// - Parameter record: A key that is no type: ``remembered(_:as:)`` has the value from now on, where nobody has to
  ///   notice a read.
  package final func value<Value>(
    of product: Product<Value>,
    readAt place: ReadPlace,
    rememberedFor record: AnyKeyRecord? = nil
  ) -> Value {
    ProcessContext.reportMistakeOnce(from: self)
    let found = root.cache.value(for: product, from: self, readAt: place)
    if let record { remember(Answer(found), to: record) }
    return found.typed(Value.self).value
  }

  /// The value that was made for a key from here before; nil if nobody knows.
  package final func remembered<Value: Sendable>(_ record: AnyKeyRecord, as _: Value.Type) -> Value?
  {
    let answer = ReadMemo.answer(to: Uncounted(record), in: knownMemo)
    return answer == 0 ? nil : Answer(answer).value()
  }
}

// MARK: - Made asynchronously

extension Frame {
  /// The value of a product, if it was made and holds here.
  package final func knownValue<Value>(of product: Product<Value>) -> Value? {
    root.cache.known(product, from: self)?.typed(Value.self).value
  }

  /// Makes the value of a product and keeps it, with the overrides that it was built on.
  ///
  /// - Throws: What `make` throws; nothing is kept then.
  package final nonisolated(nonsending) func makeValue<Value>(
    of product: Product<Value>,
    readAt site: SourceSite,
    _ make: () async throws -> Value
  ) async throws {
    let computation = Computation(of: product, over: self, readAt: .written(site))
    do {
      let computed = DefaultValue(try await Frame.bind(computation, make))
      computation.seal(computed)
      root.didCompute?(product, computed)
      root.cache.insert(computed, of: product)
    } catch {
      computation.seal(nil)
      throw error
    }
  }
}
