import DependenceModules
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

private let modules = Dependencies {
  Module { () async throws -> First in
    _ = try await Dependencies.resolveAsync(Second.self)
    return First()
  }
  Module { () async throws -> Second in
    await Task.yield()
    _ = try await Dependencies.resolveAsync(First.self)
    return Second()
  }
}

struct AsyncCycleTests {
  private static func message(_ chain: String) -> String {
    """
    Dependency cycle: \(chain). The factory of each dependency needs the next one. To break the cycle, \
    read one of them later, through a property wrapper, in a closure, or in a detached task that the \
    factory does not await.
    """
  }

  @Test func `asynchronous factories that wait for each other report a cycle`() async {
    let found = await issues(from: {
      await withDependencies(modules) {
        _ = await #expect(throws: ModuleError.self) {
          try await Dependencies.resolveAsync(First.self)
        }
      }
    })

    #expect(found.map(\.message) == [Self.message("Second → First → Second")])
  }

  @Test func `a cycle of three asynchronous factories is reported`() async {
    struct Third: Sendable {}
    let modules = Dependencies {
      Module { () async throws -> First in
        _ = try await Dependencies.resolveAsync(Second.self)
        return First()
      }
      Module { () async throws -> Second in
        _ = try await Dependencies.resolveAsync(Third.self)
        return Second()
      }
      Module { () async throws -> Third in
        _ = try await Dependencies.resolveAsync(First.self)
        return Third()
      }
    }

    let found = await issues(from: {
      await withDependencies(modules) {
        _ = await #expect(throws: ModuleError.self) {
          try await Dependencies.resolveAsync(First.self)
        }
      }
    })

    #expect(found.map(\.message) == [Self.message("Third → First → Second → Third")])
  }

  @Test
  func `two tasks that enter a cycle at both ends report it in every interleaving`() async throws {
    let search = Exploration.exhaustive(limit: 20_000, pruning: .independentTasks)
    let result = try await explore(search) { _ in
      let found = await issues(from: {
        await withDependencies(modules) {
          let first = Task { try await Dependencies.resolveAsync(First.self) }
          let second = Task { try await Dependencies.resolveAsync(Second.self) }
          for result in [await first.result.map { _ in }, await second.result.map { _ in }] {
            guard case .failure(let error) = result else {
              reportIssue("A cycle was made.")
              continue
            }
            #expect(error is ModuleError)
          }
        }
      })
      // The cycle may be reported more than once. If one task resolves its dependency after the
      // other task has found the cycle, it runs the factories again and finds the cycle, too.
      #expect(
        Set(found.map(\.message)).isSubset(
          of: [Self.message("Second → First → Second"), Self.message("First → Second → First")]
        )
      )
      #expect(!found.isEmpty)
    }

    #expect(result.isComplete)
  }

  @Test func `a factory that awaits itself in a child task reports a cycle`() async {
    let modules = Dependencies {
      Module { () async throws -> First in
        async let own = Dependencies.resolveAsync(First.self)
        return try await own
      }
    }

    let found = await issues(from: {
      await withDependencies(modules) {
        _ = await #expect(throws: ModuleError.self) {
          try await Dependencies.resolveAsync(First.self)
        }
      }
    })

    #expect(found.map(\.message) == [Self.message("First → First")])
  }

  @Test func `factories that are parameters of each other report a cycle`() async {
    let modules = Dependencies {
      Module { (second: Second) in First() }
      Module { (first: First) in Second() }
    }

    let found = await issues(from: {
      await withDependencies(modules) {
        _ = await #expect(throws: ModuleError.self) {
          try await Dependencies.resolveAsync(First.self)
        }
      }
    })

    #expect(found.map(\.message) == [Self.message("First → Second → First")])
  }

  @Test func `a cycle of asynchronous factories contains the parameters between them`() async {
    struct Third: Sendable {}
    struct Fourth: Sendable {}
    let direct = Dependencies {
      Module { () async throws -> First in
        _ = try await Dependencies.resolveAsync(Second.self)
        return First()
      }
      Module { (third: Third) in Second() }
      Module { (first: First) in Third() }
    }
    let indirect = Dependencies {
      Module { () async throws -> First in
        _ = try await Dependencies.resolveAsync(Second.self)
        return First()
      }
      Module { (third: Third) in Second() }
      Module { () async throws -> Third in
        _ = try await Dependencies.resolveAsync(Fourth.self)
        return Third()
      }
      Module { (first: First) in Fourth() }
    }

    let found = await issues(from: {
      for modules in [direct, indirect] {
        await withDependencies(modules) {
          _ = await #expect(throws: ModuleError.self) {
            try await Dependencies.resolveAsync(First.self)
          }
        }
      }
    })

    #expect(
      found.map(\.message) == [
        Self.message("First → Second → Third → First"),
        Self.message("Third → Fourth → First → Second → Third"),
      ]
    )
  }

  @Test func `synchronous reads inside an asynchronous factory trap with the cycle`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let modules = Dependencies {
        Module { () async throws -> First in
          @Inject var second: Second
          _ = second
          return First()
        }
        Module { () -> Second in
          @Inject var first: First
          _ = first
          return Second()
        }
      }
      try await withDependencies(modules) {
        _ = try await Dependencies.resolveAsync(First.self)
      }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Fatal error: " + Self.message("First → Second → First")), "\(output)")
  }

  @Test func `a read in a task that outlives a failed factory is no cycle`() async throws {
    struct Broken: Error {}
    let hasFailed = AsyncStream.makeStream(of: Never.self)
    let read = Lock<Task<Void, any Error>?>(nil)
    let modules = Dependencies {
      Module { () async throws -> First in
        read.withLock {
          $0 = Task {
            for await _ in hasFailed.stream {}
            _ = try Dependencies.resolve(First.self)
          }
        }
        throw Broken()
      }
    }

    let found = await issues(from: {
      await withDependencies(modules) {
        await #expect(throws: Broken.self) { try await Dependencies.resolveAsync(First.self) }
        hasFailed.continuation.finish()
        _ = await read.withLock(\.self)?.result
      }
    })

    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("First was read before it was created.") == true)
  }

  @Test func `a detached task that a factory starts can await the factory's value`() async throws {
    let modules = Dependencies {
      Module { () async throws -> Task<Void, any Error> in
        let scope = captureDependencies()
        return Task.detached {
          try await scope.run {
            _ = try await Dependencies.resolveAsync(Task<Void, any Error>.self)
          }
        }
      }
    }

    try await withDependencies(modules) {
      try await Dependencies.resolveAsync(Task<Void, any Error>.self).value
    }
  }
}
