import DependenceModules
import DependenceTesting
import TestKeys
import Testing

/// Tests of a preparation that consists of a closure and module lists.
struct PreparationTests {
  private enum Part: String, CaseIterable {
    case values, list, otherList

    func prepare() {
      switch self {
      case .values: prepareDependencies { $0.number = 10 }
      case .list: Dependencies { Module { Service("\(readNumber())") as any ServiceType } }.build()
      case .otherList:
        prepareDependencies(Dependencies { Module(\.forwarded) { Service("forwarded") } })
      }
    }
  }

  @Test(
    arguments: [
      [.values, .list, .otherList], [.values, .otherList, .list], [.list, .values, .otherList],
      [.list, .otherList, .values], [.otherList, .values, .list], [.otherList, .list, .values],
    ] as [[Part]]
  )
  private func `the parts of a preparation can come in any order`(order: [Part]) {
    let found = issues { for part in order { part.prepare() } }

    @Inject var service: any ServiceType
    @Dependency(\.forwarded) var forwarded
    #expect(found == [])
    #expect(service.text == "10")
    #expect(forwarded.text == "forwarded")
  }

  @Test func `a read between two parts is allowed if the second part does not replace it`() {
    prepareDependencies { $0.text = "prepared" }
    #expect(DependencyValues.current.number == 3)

    let found = issues { Dependencies { Module { Service("list") as any ServiceType } }.build() }

    @Inject var service: any ServiceType
    #expect(found == [])
    #expect(service.text == "list")
  }

  @Test func `preparing a value that was already read reports where to prepare it`() {
    Dependencies { Module { Service("\(readNumber())") as any ServiceType } }.build()
    let line = #line - 1
    @Inject var service: any ServiceType
    #expect(service.text == "3")

    let found = issues {
      prepareDependencies {
        $0.text = "late"
        $0.number = 10
      }
    }

    #expect(DependencyValues.current.text == "test")
    #expect(
      found.map(\.message) == [
        """
        prepareDependencies was ignored, because TestKeys.NumberKey had already been read with a default \
        value. Call it before any code reads a dependency, for example at \
        DependenceModulesTests/PreparationTests.swift:\(line).
        """
      ]
    )
  }

  @Test func `a dependency prepared twice keeps its first value and reports an issue`() {
    let modules = Dependencies {
      Module { Service("first") as any ServiceType }
      Module("other") { Service("other") as any ServiceType }
    }
    prepareDependencies { $0[module: (any ServiceType).self] = Service("value") }
    let line = #line - 1

    let found = issues { modules.build() }

    @Inject var service: any ServiceType
    @Inject("other") var other: any ServiceType
    #expect(service.text == "value")
    #expect(other.text == "other")
    #expect(found.map(\.site.line) == [line + 3])
    #expect(
      found.map(\.message) == [
        """
        Dependencies.build did not replace any ServiceType (prepared at \
        DependenceModulesTests/PreparationTests.swift:\(line)), because a dependency can be prepared only \
        once. Remove it from one of the two calls.
        """
      ]
    )
  }

  @Test func `building a list twice reports an issue`() {
    let modules = Dependencies { Module { Service("first") as any ServiceType } }
    modules.build()

    let found = issues { modules.build() }

    #expect(found.count == 1)
  }

  @Test func `a list built inside an operation is ignored and can be registered instead`() {
    let modules = Dependencies { Module { Service("list") as any ServiceType } }

    let found = issues {
      withDependencies {
        $0.number = 10
      } operation: {
        modules.build()
      }
    }

    #expect(
      found.map(\.message) == [
        """
        Dependencies.build was ignored, because it was called inside an operation of withDependencies. \
        Register the list with $0.register(…) in withDependencies instead, or call Dependencies.build \
        before the first withDependencies.
        """
      ]
    )
  }

  @Test func `a second closure is ignored and reported, even after a list`() {
    prepareDependencies { $0.number = 10 }
    Dependencies { Module { Service("list") as any ServiceType } }.build()

    let found = issues { prepareDependencies { $0.text = "second" } }

    #expect(found.count == 1)
    #expect(DependencyValues.current.text == "test")
  }

  @Test func `a list built inside withDependencies is ignored and reported`() {
    let found = issues {
      withDependencies {
        $0.number = 10
      } operation: {
        Dependencies { Module { Service("list") as any ServiceType } }.build()
      }
    }

    #expect(found.count == 1)
    #expect(Dependencies.resolveIfRegistered((any ServiceType).self) == nil)
  }

  @Test func `a stress iteration keeps the prepared values and modules`() async throws {
    prepareDependencies { $0.number = 10 }
    Dependencies { Module { Service("\(readNumber())") as any ServiceType } }.build()

    try await stress(iterations: 4) { _ in
      @Inject var service: any ServiceType
      #expect(service.text == "10")
    }
  }

  @Test func `asynchronous code can build a list and resolve synchronously`() async throws {
    Dependencies { Module { Service("list") as any ServiceType } }.build()

    let service = try Dependencies.resolve((any ServiceType).self)
    await Task.yield()

    #expect(service.text == "list")
  }
}

private func readNumber() -> Int { DependencyValues.current.number }
