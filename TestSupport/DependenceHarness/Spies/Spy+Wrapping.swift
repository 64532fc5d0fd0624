// Four forms, and `@concurrent` for the asynchronous ones: Swift 6.3 crashes on closures that take
// a parameter pack and throw a generic error type, and on those that inherit their caller's isolation.

extension Spy {
  /// A closure that records its calls and does what `body` does.
  public func wrap(
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) -> Result in
      let call = self.begin(repeat each argument)
      let result = body(repeat each argument)
      self.end(call, .returned(result))
      return result
    }
  }

  /// A closure that records its calls, does what `body` does, and throws what it throws.
  public func wrap(
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) throws -> Result in
      let call = self.begin(repeat each argument)
      do {
        let result = try body(repeat each argument)
        self.end(call, .returned(result))
        return result
      } catch {
        self.end(call, .threw(error))
        throw error
      }
    }
  }

  /// An asynchronous closure that records its calls and does what `body` does, in no actor's
  /// isolation but what `body` says itself.
  public func wrap(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    { @concurrent (argument: repeat each Argument) async -> Result in
      let call = self.begin(repeat each argument)
      let result = await body(repeat each argument)
      self.end(call, .returned(result))
      return result
    }
  }

  /// An asynchronous closure that records its calls, does what `body` does and throws what it throws,
  /// in no actor's isolation but what `body` says itself.
  public func wrap(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    { @concurrent (argument: repeat each Argument) async throws -> Result in
      let call = self.begin(repeat each argument)
      do {
        let result = try await body(repeat each argument)
        self.end(call, .returned(result))
        return result
      } catch {
        self.end(call, .threw(error))
        throw error
      }
    }
  }
}
