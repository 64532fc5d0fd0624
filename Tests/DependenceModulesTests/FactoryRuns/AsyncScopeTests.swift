import DependenceModules
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

private struct Broken: Error {}

/// Asynchronous factories that run in several scopes, or for several paths of a graph.
struct AsyncScopeTests {
  @Test(.timeLimit(.minutes(5)))
  func `scopes with different modules do not share the error of a factory`() async throws {
    let release = AsyncStream.makeStream(of: Void.self)
    let begun = AsyncStream.makeStream(of: Void.self)
    let broken = Task {
      try await withDependencies(
        Dependencies {
          Module { () async throws -> Service in
            begun.continuation.finish()
            for await _ in release.stream {}
            throw Broken()
          }
        }
      ) {
        try await Dependencies.resolveAsync(Service.self)
      }
    }
    for await _ in begun.stream {}

    let made = try await withDependencies(
      Dependencies { Module { () async throws in Service("other") } }
    ) {
      try await Dependencies.resolveAsync(Service.self)
    }

    #expect(made.text == "other")
    release.continuation.finish()
    await #expect(throws: Broken.self) { try await broken.value }
  }

  // Both scopes use the same factory, which reads a value that each scope overrides.
  @Test(.timeLimit(.minutes(5)))
  func `an error of a factory that runs in another scope is not shared`() async throws {
    let release = AsyncStream.makeStream(of: Void.self)
    let begun = AsyncStream.makeStream(of: Void.self)
    let modules = Dependencies {
      Module { () async throws -> Service in
        guard DependencyValues.current.number == 1 else { return Service("made") }
        begun.continuation.finish()
        for await _ in release.stream {}
        throw Broken()
      }
    }
    try await withDependencies(modules) {
      let broken = Task {
        try await withDependencies {
          $0.number = 1
        } operation: {
          try await Dependencies.resolveAsync(Service.self)
        }
      }
      for await _ in begun.stream {}
      async let made = withDependencies {
        $0.number = 2
      } operation: {
        try await Dependencies.resolveAsync(Service.self)
      }
      // Give the second scope time to begin waiting for the factory run in the first scope.
      try await Task.sleep(for: .milliseconds(20))
      release.continuation.finish()

      #expect(try await made.text == "made")
      await #expect(throws: Broken.self) { try await broken.value }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `any number of scopes can wait for a factory that creates a value for each of them`()
    async throws
  {
    let modules = Dependencies {
      Module { () async throws -> Service in
        try await Task.sleep(for: .milliseconds(1))
        return Service("\(DependencyValues.current.number)")
      }
    }

    try await withDependencies(modules) {
      try await withThrowingTaskGroup { group in
        for number in 0..<300 {
          group.addTask {
            let service = try await withDependencies {
              $0.number = number
            } operation: {
              try await Dependencies.resolveAsync(Service.self)
            }
            #expect(service.text == "\(number)")
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `concurrent tasks in a scope share a factory run after they waited for another scope`()
    async throws
  {
    let made = LockBox<[Int]>([])
    let modules = Dependencies {
      Module { () async throws -> Service in
        let number = DependencyValues.current.number
        made.withValue { $0.append(number) }
        try await Task.sleep(for: .milliseconds(20))
        return Service("\(number)")
      }
    }

    try await withDependencies(modules) {
      async let other = withDependencies {
        $0.number = 1
      } operation: {
        try await Dependencies.resolveAsync(Service.self)
      }
      try await withDependencies {
        $0.number = 2
      } operation: {
        try await withThrowingTaskGroup { group in
          for _ in 0..<10 {
            group.addTask {
              let service = try await Dependencies.resolveAsync(Service.self)
              #expect(service.text == "2")
            }
          }
          try await group.waitForAll()
        }
      }
      #expect(try await other.text == "1")
    }
    #expect(made.value.sorted() == [1, 2])
  }

  @Test(.timeLimit(.minutes(5)))
  func `factories that wait for each other only across scopes are no cycle`() async throws {
    let modules = Dependencies {
      Module { () async throws -> East in
        let isFirst = DependencyValues.current.number == 1
        try await Task.sleep(for: .milliseconds(50))
        if isFirst { _ = try await Dependencies.resolveAsync(West.self) }
        return East()
      }
      Module { () async throws -> West in
        let isFirst = DependencyValues.current.number == 1
        try await Task.sleep(for: .milliseconds(50))
        if !isFirst { _ = try await Dependencies.resolveAsync(East.self) }
        return West()
      }
    }
    try await withDependencies(modules) {
      async let east = withDependencies {
        $0.number = 1
      } operation: {
        try await Dependencies.resolveAsync(East.self)
      }
      async let west = withDependencies {
        $0.number = 2
      } operation: {
        try await Dependencies.resolveAsync(West.self)
      }
      _ = try await (east, west)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a factory that is cancelled while it waits across scopes throws a CancellationError`()
    async throws
  {
    try await explore(schedules: 200) { _ in
      let errors = Lock<[any Error]>([])
      let modules = Dependencies {
        Module { () async throws -> East in
          if DependencyValues.current.number == 1 {
            _ = try await Dependencies.resolveAsync(West.self)
          }
          return East()
        }
        Module { () async throws -> West in
          guard DependencyValues.current.number == 2 else { return West() }
          withUnsafeCurrentTask { $0?.cancel() }
          do {
            _ = try await Dependencies.resolveAsync(East.self)
          } catch {
            errors.withLock { $0.append(error) }
            throw error
          }
          return West()
        }
      }
      try await withDependencies(modules) {
        async let east = withDependencies {
          $0.number = 1
        } operation: {
          try await Dependencies.resolveAsync(East.self)
        }
        async let west = withDependencies {
          $0.number = 2
        } operation: {
          try await Dependencies.resolveAsync(West.self)
        }
        _ = try await east
        _ = try? await west
      }
      #expect(errors.withLock(\.self).allSatisfy { $0 is CancellationError })
    }
  }

  private struct East: Sendable {}
  private struct West: Sendable {}

  @Test(.timeLimit(.minutes(5)))
  func `each dependency of a deep graph is visited only once`() async throws {
    var modules: [Module] = []
    addLayers(30, of: Void.self, to: &modules)

    try await withDependencies(Dependencies { for module in modules { module } }) {
      _ = try await Dependencies.resolveAsync(Left<Void>.self)
    }
  }

  private struct Left<Layer>: Sendable {}
  private struct Right<Layer>: Sendable {}
  private enum Below<Layer> {}

  /// Adds layers of two modules, each of which needs both modules of the layer below.
  private func addLayers<Layer>(_ count: Int, of layer: Layer.Type, to modules: inout [Module]) {
    if count == 0 {
      modules += [Module { Left<Layer>() }, Module { Right<Layer>() }]
      return
    }
    modules += [
      Module { (left: Left<Below<Layer>>, right: Right<Below<Layer>>) in Left<Layer>() },
      Module { (left: Left<Below<Layer>>, right: Right<Below<Layer>>) in Right<Layer>() },
    ]
    addLayers(count - 1, of: Below<Layer>.self, to: &modules)
  }
}
