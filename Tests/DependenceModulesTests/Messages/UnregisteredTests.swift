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

  /// The place of a module of the list, by its number.
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
    // Whoever catches gets what was reported.
    #expect(found.count == 1)
    #expect(thrown == found.first.map { .unregistered(message: $0.message) })
    return found.first?.message
  }

  @Test func `a name that is misspelled`() {
    #expect(
      message((any ServiceType).self, named: "abd") == """
        any ServiceType named "abd" is not registered here. It is registered as "abc" \(location(1)), \
        without a name \(location(0)), as "production" \(location(2)). Register it with \
        Module("abd") { … as any ServiceType } \(Self.registration)
        """
    )
  }

  @Test func `a name of another type`() {
    #expect(
      message((any PlantType).self, named: "plants") == """
        any PlantType named "plants" is not registered here. "plants" is registered for Int \(location(3)). \
        Register it with Module("plants") { … as any PlantType } \(Self.registration)
        """
    )
  }

  @Test func `a type that was registered as what it is`() {
    #expect(
      message((any AnimalType).self) == """
        any AnimalType is not registered here. Registered concrete types with similar names: Animal \
        \(location(4)). To register one of them as any AnimalType, write … as any AnimalType in its \
        Module. Register it with Module { … as any AnimalType } \
        \(Self.registration)
        """
    )
  }

  @Test func `a type whose name is alike`() {
    struct Animals: Sendable {}
    #expect(
      message(Animals.self) == """
        Animals is not registered here. Did you mean Animal \(location(4))? Register it with \
        Module { … as Animals } \(Self.registration)
        """
    )
  }

  @Test func `types whose names end alike, or nearly are the protocol's, and no other protocol`() {
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

  @Test func `a name of up to two changes is alike, or of a quarter of its letters`() {
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

  @Test func `the three nearest names, and of names as near those that were met first`() {
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

  @Test func `nothing at all`() {
    #expect(
      message((any PlantType).self, in: Dependencies {}) == """
        any PlantType is not registered here. No dependencies are registered. Check that build() was \
        called in this test or process. Register it with Module { … as any PlantType } \
        \(Self.registration)
        """
    )
  }

  @Test func `what the process has registered`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      // No test is known in this process, so its root is that of the process.
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

  @Test func `the issue stands where the wrapper does`() {
    @Inject var plant: any PlantType
    let line = #line - 1

    let found = issues { _ = try? $plant.resolve() }

    #expect(found.map(\.site.line) == [line])
    #expect(found.map(\.site.fileID) == [#fileID])
  }

  @Test func `to look for what was meant is no use of it`() {
    let found = issues {
      _ = try? Dependencies.resolve((any PlantType).self)
      prepareDependencies(Self.modules)
    }

    #expect(found.count == 1)
    #expect((try? Dependencies.resolve((any ServiceType).self)) != nil)
  }

  @Test func `a read that has nothing to return reports and traps`() async throws {
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

  @Test func `a property that nobody provides reports and traps, by its name`() async throws {
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
  func `the distance of two names`(one: String, other: String, distance: Int) {
    #expect(one.editDistance(to: other) == distance)
  }
}
