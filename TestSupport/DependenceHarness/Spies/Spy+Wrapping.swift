// There are four overloads of `wrap` because Swift 6.3 crashes on closures with a parameter pack
// that are generic over their error type. The asynchronous overloads are `@concurrent` because it
// also crashes if such a closure inherits the isolation of its caller.

extension Spy {
  /// Returns a closure that calls `body` and records the call.
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

  /// Returns a closure that calls `body`, which may throw, and records the call.
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

  /// Returns an asynchronous closure that calls `body` and records the call.
  ///
  /// The closure does not inherit the isolation of its caller. `body` runs in its own isolation.
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

  /// Returns an asynchronous closure that calls `body`, which may throw, and records the call.
  ///
  /// The closure does not inherit the isolation of its caller. `body` runs in its own isolation.
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
