// `wrap` has separate overloads for throwing and non-throwing closures. With a single overload, the
// Swift 6.3 compiler would infer `Never` as the error type of a non-throwing closure, and it
// crashes if such a closure has a parameter pack. The asynchronous overloads are `@concurrent`
// because the compiler also crashes if a closure with a parameter pack inherits its caller's
// isolation.

import Dependence

extension Spy {
  /// Returns a closure that records each call and its result in this spy, and otherwise behaves
  /// like `body`.
  public func wrap(
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    let home = wrappingRoot()
    return { (argument: repeat each Argument) -> Result in
      let call = self.begin(repeat each argument, from: home)
      let result = body(repeat each argument)
      self.end(call, .returned(result))
      return result
    }
  }

  /// Returns a closure that records each call and its result or error in this spy, and otherwise
  /// behaves like `body`.
  public func wrap<Failure: Error>(
    _ body: @escaping @Sendable (repeat each Argument) throws(Failure) -> Result
  ) -> @Sendable (repeat each Argument) throws(Failure) -> Result {
    let home = wrappingRoot()
    return { (argument: repeat each Argument) throws(Failure) -> Result in
      let call = self.begin(repeat each argument, from: home)
      do throws(Failure) {
        let result = try body(repeat each argument)
        self.end(call, .returned(result))
        return result
      } catch {
        self.end(call, .threw(error))
        throw error
      }
    }
  }

  /// Returns an asynchronous closure that records each call and its result in this spy, and
  /// otherwise behaves like `body`.
  ///
  /// The returned closure does not inherit its caller's isolation. It runs `body` in the isolation
  /// that `body` declares.
  public func wrap(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    let home = wrappingRoot()
    return { @concurrent (argument: repeat each Argument) async -> Result in
      let call = self.begin(repeat each argument, from: home)
      let result = await body(repeat each argument)
      self.end(call, .returned(result))
      return result
    }
  }

  /// Returns an asynchronous closure that records each call and its result or error in this spy,
  /// and otherwise behaves like `body`.
  ///
  /// The returned closure does not inherit its caller's isolation. It runs `body` in the isolation
  /// that `body` declares.
  public func wrap<Failure: Error>(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws(Failure) -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws(Failure) -> Result {
    let home = wrappingRoot()
    return { @concurrent (argument: repeat each Argument) async throws(Failure) -> Result in
      let call = self.begin(repeat each argument, from: home)
      do throws(Failure) {
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
