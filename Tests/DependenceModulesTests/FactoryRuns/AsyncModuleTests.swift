import DependenceModules
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

private struct Broken: Error, Hashable {}

extension Dependencies {
  fileprivate var database: Service { Dependencies.forwarding(for: \.database) }
}

struct AsyncModuleTests {
  @Inject private var service: any ServiceType

  @Test(
    .modules {
      Module { () async -> any ServiceType in
        await Task.yield()
        return Service("made")
      }
    }
  )
  func `an asynchronous module is created once and can then be read synchronously`() async throws {
    let made = try await Dependencies.resolveAsync((any ServiceType).self)

    #expect(made.text == "made")
    #expect(service === made)
    #expect(try await Dependencies.resolveAsync((any ServiceType).self) === made)
    #expect(try $service.resolve() === made)
  }

  /// The cached value is read as an optional. If the optional had the wrong type, the bytes of a
  /// value such as 0 could look like `nil`, and the factory would run again and again.
  @Test func `values that are stored without a pointer are created once`() async throws {
    let runs = Lock(0)
    let modules = Dependencies {
      Module { () async -> Int in
        runs.withLock { $0 += 1 }
        return 0
      }
      Module { () async -> Double in 1.5 }
    }
    let values = try await withDependencies(modules) {
      let number = try await Dependencies.resolveAsync(Int.self)
      let fraction = try await Dependencies.resolveAsync(Double.self)
      return [Double(number), fraction, Double(try Dependencies.resolve(Int.self))]
    }

    #expect(values == [0, 1.5, 0])
    #expect(runs.withLock(\.self) == 1)
  }

  @Test func `resolveAsync also resolves synchronous dependencies`() async throws {
    #expect(try await Dependencies.resolveAsync(\.service) === DependencyValues.current[\.service])
  }

  @Test(.modules { Module(\.database) { try await open("database") } })
  func `a module can create the value of a property asynchronously`() async throws {
    let made = try await Dependencies.resolveAsync(\.database)

    #expect(made === DependencyValues.current[\.database])
  }

  @Test func `buildAsync creates each asynchronous module after its dependencies`() async throws {
    let modules = Dependencies {
      Module { (database: Service) in Store(service: database) as any StoreType }
      Module { () async throws -> [String] in
        let store = try await Dependencies.resolveAsync((any StoreType).self)
        return [store.service.text]
      }
      Module { try await open("database") }
    }

    try await modules.buildAsync()

    #expect(DependencyValues.current[module: [String].self] == ["database"])
    #expect(DependencyValues.current[module: (any StoreType).self].service.text == "database")
  }

  @Test func `buildAsync does not run synchronous factories`() async throws {
    let modules = Dependencies {
      Module { () -> Service in
        Issue.record("the factory ran")
        return Service()
      }
      Module { () async -> Int in 1 }
    }

    try await modules.buildAsync()

    #expect(DependencyValues.current[module: Int.self] == 1)
  }

  @Test func `concurrent resolutions share one instance in every interleaving`() async throws {
    let result = try await explore(.exhaustive(limit: 20_000)) { _ in
      let count = Lock(0)
      try await withDependencies(
        Dependencies {
          Module { () async -> any ServiceType in
            count.withLock { $0 += 1 }
            await Task.yield()
            return Service()
          }
        }
      ) {
        async let first = Dependencies.resolveAsync((any ServiceType).self)
        async let second = Dependencies.resolveAsync((any ServiceType).self)
        let (one, other) = try await (first, second)
        #expect(one === other)
        #expect(count.withLock { $0 } == 1)
      }
    }

    #expect(result.isComplete)
  }

  @Test func `cancelling one waiting task does not cancel the others, in every interleaving`()
    async throws
  {
    let result = try await explore(.exhaustive(limit: 20_000)) { _ in
      try await withDependencies(
        Dependencies {
          Module { () async throws -> any ServiceType in
            await Task.yield()
            try Task.checkCancellation()
            return Service("made")
          }
        }
      ) {
        let impatient = Task { try await Dependencies.resolveAsync((any ServiceType).self).text }
        async let patient = Dependencies.resolveAsync((any ServiceType).self).text
        impatient.cancel()
        let texts = (await impatient.result, try await patient)
        #expect(texts.1 == "made")
        switch texts.0 {
        case .success(let text): #expect(text == "made")
        case .failure(let error): #expect(error is CancellationError)
        }
      }
    }

    #expect(result.isComplete)
  }

  @Test func `a cancelled waiting task throws without waiting for the factory`() async throws {
    let release = AsyncStream.makeStream(of: Void.self)
    try await simulate { _ in
      try await withDependencies(
        Dependencies {
          Module { () async -> any ServiceType in
            for await _ in release.stream {}
            return Service("made")
          }
        }
      ) {
        let impatient = Task { try await Dependencies.resolveAsync((any ServiceType).self).text }
        let patient = Task { try await Dependencies.resolveAsync((any ServiceType).self).text }
        await Task.yield()
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        release.continuation.finish()
        let text = try await patient.value
        #expect(text == "made")
      }
    }
  }

  @Test func `a reset during creation causes a new creation, in every interleaving`() async throws {
    let search = Exploration.exhaustive(limit: 20_000, pruning: .independentTasks)
    let result = try await explore(search) { _ in
      let count = Lock(0)
      try await withDependencies(
        Dependencies {
          Module { () async -> any ServiceType in
            let number = count.withLock { count in
              count += 1
              return count
            }
            await Task.yield()
            return Service("\(number)")
          }
        }
      ) {
        async let read = Dependencies.resolveAsync((any ServiceType).self)
        async let begunBefore = {
          Dependencies.reset()
          return count.withLock { $0 }
        }()
        let number = await begunBefore
        let after = try await Dependencies.resolveAsync((any ServiceType).self)
        _ = try await read
        #expect(Int(after.text) ?? 0 > number)
      }
    }

    #expect(result.isComplete)
  }

  @Test
  func `a factory error is thrown to all waiting tasks, and the next one retries`() async throws {
    let result = try await explore(.exhaustive(limit: 20_000)) { _ in
      let count = Lock(0)
      try await withDependencies(
        Dependencies {
          Module { () async throws -> any ServiceType in
            let number = count.withLock { count in
              count += 1
              return count
            }
            await Task.yield()
            if number == 1 { throw Broken() }
            return Service("\(number)")
          }
        }
      ) {
        let first = Task { try await Dependencies.resolveAsync((any ServiceType).self).text }
        let second = Task { try await Dependencies.resolveAsync((any ServiceType).self).text }
        let texts = [await first.result, await second.result].map { result in
          result.map(Optional.some).mapError { $0 as? Broken ?? Broken() }
        }
        // Either both tasks wait for the first attempt, or one task is late and starts a second
        // attempt.
        #expect(texts.contains(.failure(Broken())))
        let third = try await Dependencies.resolveAsync((any ServiceType).self)
        #expect(third.text == "2")
      }
    }

    #expect(result.isComplete)
  }

  @Test func `an override during creation takes effect in every interleaving`() async throws {
    let result = try await explore(.exhaustive(limit: 20_000)) { _ in
      try await withDependencies(
        Dependencies {
          Module { () async -> any ServiceType in
            await Task.yield()
            return Service("stale")
          }
        }
      ) {
        let isOverridden = Lock(false)
        async let read = {
          let wasOverridden = isOverridden.withLock { $0 }
          return (wasOverridden, try await Dependencies.resolveAsync((any ServiceType).self).text)
        }()
        async let override: Void = {
          Dependencies.override((any ServiceType).self) { Service("override") }
          isOverridden.withLock { $0 = true }
        }()
        _ = await override
        let (wasOverridden, text) = try await read
        #expect(!wasOverridden || text == "override")
        #expect(try await Dependencies.resolveAsync((any ServiceType).self).text == "override")
      }
    }

    #expect(result.isComplete)
  }

  @Test(.modules { Module { try await open("outer") as any ServiceType } })
  func `a scope that renews an asynchronous module creates a separate instance`() async throws {
    let outer = try await Dependencies.resolveAsync((any ServiceType).self)

    try await withDependencies {
      $0.renew((any ServiceType).self)
    } operation: {
      let inner = try await Dependencies.resolveAsync((any ServiceType).self)
      #expect(inner !== outer)
      #expect(service === inner)
    }
    #expect(service === outer)
  }

  @Test func `a throwing read before asynchronous creation reports and throws`() throws {
    let line = #line + 1
    let modules = Dependencies { Module("db") { try await open("x") } }
    var thrown: ModuleError?

    let found = issues {
      withDependencies(modules) {
        do { _ = try Dependencies.resolve(Service.self, named: "db") } catch {
          thrown = error as? ModuleError
        }
      }
    }

    let message = """
      Service named "db" was read before it was created. Its factory \
      (DependenceModulesTests/AsyncModuleTests.swift:\(line)) is asynchronous or throws, so create it first \
      with try await Dependencies.resolveAsync(Service.self, named: "db"), or create all such dependencies \
      with try await buildAsync().
      """
    #expect(found.map(\.message) == [message])
    #expect(thrown == .notAwaited(message: message))
  }

  @Test func `a nonthrowing read before asynchronous creation traps`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      withDependencies(Dependencies { Module { try await open("x") } }) {
        @Inject var service: Service
        _ = service
      }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Fatal error: Service was read before it was created. Its factory ("))
  }
}

private func open(_ text: String) async throws -> Service {
  await Task.yield()
  return Service(text)
}
