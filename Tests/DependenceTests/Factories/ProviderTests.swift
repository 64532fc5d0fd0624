import Dependence
import DependenceTesting
import TestKeys
import Testing

struct ProviderTests {
  private struct Failure: Error {}

  @Test func `a provider creates a new value at every call`() {
    let provider = Provider { Token() }

    #expect(provider() !== provider())
  }

  @Test func `a provider runs in the scope of the call`() {
    let provider = Provider { DependencyValues.current.number }

    let inside = withDependencies {
      $0.number = 10
    } operation: {
      provider()
    }

    #expect(inside == 10)
    #expect(provider() == 3)
  }

  @Test
  func `an asynchronous provider creates a new value in the scope of the call`() async throws {
    let provider = AsyncProvider {
      await Task.yield()
      return (Token(), DependencyValues.current.number)
    }

    let inside = try await withDependencies {
      $0.number = 10
    } operation: {
      try await provider()
    }
    let outside = try await provider()

    #expect(inside.0 !== outside.0)
    #expect(inside.1 == 10)
    #expect(outside.1 == 3)
  }

  @Test func `an asynchronous provider rethrows the error of its closure`() async {
    let provider = AsyncProvider { () async throws -> Int in throw Failure() }

    await #expect(throws: Failure.self) { try await provider() }
  }
}
