@testable import DependenceModules
import DependenceModules
import DependenceTesting
import TestKeys
import Testing

protocol AnimalType: Sendable {}
protocol PlantType: Sendable {}
protocol PlantTypes: Sendable {}
struct Animal: AnimalType {}
struct Plants: PlantTypes {}

struct UnregisteredTests {
  private static let line = #line + 2
  private static let modules = Dependencies {
    Module { Service() as any ServiceType }
    Module("abc") { Service() as any ServiceType }
    Module("production") { Service() as any ServiceType }
    Module("plants") { 7 }
    Module { Animal() }
  }

  private static let registration = """
    in the list Dependencies { … } on which the program calls build(), or for one scope in \
    $0.register { … } or .modules { … }.
    """

  /// The source location of the module at an index of the list, as messages print it.
  private func location(_ number: Int) -> String {
    "(DependenceModulesTests/UnregisteredTests.swift:\(Self.line + number))"
  }

  private func message<Value: Sendable>(
    _ type: Value.Type,
    named name: String? = nil,
    in modules: Dependencies = modules
  ) -> String? {
    var thrown: ModuleError?
    let found = issues {
      withDependencies(modules) {
        do throws(any Error) { _ = try Dependencies.resolve(type, named: name) } catch {
          thrown = error as? ModuleError
        }
      }
    }
    // The error has the same message as the reported issue.
    #expect(found.count == 1)
    #expect(thrown == found.first.map { .unregistered(message: $0.message) })
    return found.first?.message
  }

  @Test func `a misspelled name lists the registered names of the type`() {
    #expect(
      message((any ServiceType).self, named: "abd") == """
        any ServiceType named "abd" is not registered here. It is registered as "abc" \(location(1)), \
        without a name \(location(0)), as "production" \(location(2)). Register it with \
        Module("abd") { … as any ServiceType } \(Self.registration)
        """
    )
  }

  @Test func `a name that is registered for another type is reported with that type`() {
    #expect(
      message((any PlantType).self, named: "plants") == """
        any PlantType named "plants" is not registered here. "plants" is registered for Int \(location(3)). \
        Register it with Module("plants") { … as any PlantType } \(Self.registration)
        """
    )
  }

  @Test func `a missing protocol suggests a concrete type with a similar name`() {
    #expect(
      message((any AnimalType).self) == """
        any AnimalType is not registered here. Registered concrete types with similar names: Animal \
        \(location(4)). To register one of them as any AnimalType, write … as any AnimalType in its \
        Module. Register it with Module { … as any AnimalType } \
        \(Self.registration)
        """
    )
  }

  @Test func `a missing type suggests a registered type with a similar name`() {
    struct Animals: Sendable {}
    #expect(
      message(Animals.self) == """
        Animals is not registered here. Did you mean Animal \(location(4))? Register it with \
        Module { … as Animals } \(Self.registration)
        """
    )
  }

  @Test func `a module whose closure returns nothing is reported as such`() {
    struct T1: Sendable {}
    let line = #line + 2
    let modules = Dependencies {
      Module {
        let value = T1()
        _ = value
      }
    }

    #expect(
      message(T1.self, in: modules) == """
        T1 is not registered here. The closure of a registered module returns nothing \
        (DependenceModulesTests/UnregisteredTests.swift:\(line)). If it creates T1, return the value. \
        Register it with Module { … as T1 } \(Self.registration)
        """
    )
  }

  @Test func `a missing protocol suggests similar concrete types but no other protocol`() {
    struct PlentType: Sendable {}
    struct MockPlantType: Sendable {}
    struct Rock: Sendable {}
    let line = #line + 2
    let modules = Dependencies {
      Module { PlentType() }
      Module { MockPlantType() }
      Module { Rock() }
      Module { Plants() as any PlantTypes }
    }

    let message = message((any PlantType).self, in: modules)

    let file = "DependenceModulesTests/UnregisteredTests.swift"
    #expect(
      message == """
        any PlantType is not registered here. Registered concrete types with similar names: \
        MockPlantType (\(file):\(line + 1)), PlentType (\(file):\(line)). To register one of them as \
        any PlantType, write … as any PlantType in its Module. \
        Register it with Module { … as any PlantType } \(Self.registration)
        """
    )
  }

  @Test func `similar names differ by at most two edits or a quarter of their letters`() {
    struct Tide: Sendable {}
    struct Tiddle: Sendable {}
    struct Tideway: Sendable {}
    struct WeatherForecasts: Sendable {}
    struct WeatherForecastsNext: Sendable {}
    struct WeatherForecastsOther: Sendable {}
    let line = #line + 2
    let modules = Dependencies {
      Module { Tiddle() }
      Module { Tideway() }
      Module { WeatherForecastsNext() }
      Module { WeatherForecastsOther() }
    }

    let messages = [
      message(Tide.self, in: modules), message(WeatherForecasts.self, in: modules),
    ]

    let file = "DependenceModulesTests/UnregisteredTests.swift"
    #expect(
      messages == [
        """
        Tide is not registered here. Did you mean Tiddle (\(file):\(line))? Register it with \
        Module { … as Tide } \(Self.registration)
        """,
        """
        WeatherForecasts is not registered here. Did you mean WeatherForecastsNext \
        (\(file):\(line + 2))? Register it with Module { … as WeatherForecasts } \
        \(Self.registration)
        """,
      ]
    )
  }

  @Test func `a missing name lists the three nearest names, in list order on ties`() {
    struct Lamp: Sendable {}
    let line = #line + 2
    let modules = Dependencies {
      Module("far away") { Lamp() }
      Module("b") { Lamp() }
      Module("c") { Lamp() }
      Module("aa") { Lamp() }
    }

    let message = message(Lamp.self, named: "a", in: modules)

    let file = "DependenceModulesTests/UnregisteredTests.swift"
    #expect(
      message == """
        Lamp named "a" is not registered here. It is registered as "b" (\(file):\(line + 1)), as "c" \
        (\(file):\(line + 2)), as "aa" (\(file):\(line + 3)). Register it with \
        Module("a") { … as Lamp } \(Self.registration)
        """
    )
  }

  @Test func `an empty registration suggests that build() was not called`() {
    #expect(
      message((any PlantType).self, in: Dependencies {}) == """
        any PlantType is not registered here. No dependencies are registered. Check that build() was \
        called in this test or process. Register it with Module { … as any PlantType } \
        \(Self.registration)
        """
    )
  }

  @Test func `a missing type lists the registrations of the process`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      // This process runs no test, so `build()` installs the modules in the root of the process.
      Self.modules.build()
      DependencyRoot.separate {
        _ = DependencyValues.current[module: (any ServiceType).self]
      }
    }

    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self).contains(
        """
        It is registered for the process (DependenceModulesTests/UnregisteredTests.swift:\(Self.line)), \
        but each test has its own registrations.
        """
      )
    )
  }

  @Test func `the issue has the source location of the property wrapper`() {
    @Inject var plant: any PlantType
    let line = #line - 1

    let found = issues { _ = try? $plant.resolve() }

    #expect(found.map(\.site.line) == [line])
    #expect(found.map(\.site.fileID) == [#fileID])
  }

  @Test func `searching for similar names does not count as a read`() {
    let found = issues {
      _ = try? Dependencies.resolve((any PlantType).self)
      prepareDependencies(Self.modules)
    }

    #expect(found.count == 1)
    #expect((try? Dependencies.resolve((any ServiceType).self)) != nil)
  }

  @Test func `searching for similar names adds no dependencies to a value`() {
    let service = Module { Service() as any ServiceType }
    let modules = Dependencies {
      service
      Module { () -> Token in
        _ = try? Dependencies.resolve((any PlantType).self)
        return Token()
      }
    }
    @Inject var token: Token

    let found = issues {
      withDependencies(modules) {
        let outer = token
        withDependencies(Dependencies { service }) { #expect(token === outer) }
      }
    }

    #expect(found.count == 1)
  }

  @Test func `a nonthrowing read of an unregistered type traps with the message`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      @Inject("missing") var missing: any PlantType
      _ = missing
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Fatal error: any PlantType named \"missing\" is not registered here."))
  }

  @Test func `a forwarded property without a module traps with its name`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      @Dependency(\.forwarded) var forwarded
      _ = forwarded
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        "Fatal error: Dependencies.forwarded is not registered here."
      ),
      "\(output)"
    )
    #expect(output.contains("Register it with Module(\\.forwarded) { … } in the list"))
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3),
    ("flaw", "lawn", 2),
  ])
  func `the edit distance counts single edits`(one: String, other: String, distance: Int) {
    #expect(one.editDistance(to: other) == distance)
  }
}
