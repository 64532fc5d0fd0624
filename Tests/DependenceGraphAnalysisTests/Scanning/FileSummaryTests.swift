@testable import DependenceGraphAnalysis
import Testing

struct FileSummaryTests {
  private func read(
    _ source: String,
    configuration: ScanConfiguration = ScanConfiguration()
  ) -> FileSummary {
    FileSummary(
      source: Array(source.utf8),
      path: "Shop.swift",
      module: "Shop",
      configuration: configuration
    )
  }

  @Test func `a type is read with all its attributes, properties and parameters`() throws {
    let summary = read(
      """
      public import Foundation
      @preconcurrency import struct Vault.Storage

      extension Outer {
        @MainActor @Instantiable(isRoot: true, fulfillingAdditionalTypes: [UserService.self, (any P).self])
        public final class Screen<Value>: Instantiable, Sendable {
          public init(service: any UserService, user: User?, builder: ErasedInstantiator<(), AnyView>,
            vendor: Vendor, limit: Int = 3) { self.service = service }
          @Instantiated private let service: any  UserService
          @Received(onlyIfAvailable: true) private let user: User?
          @Instantiated(fulfilledByType: "ProfileView", erasedToConcreteExistential: true)
          private let builder: ErasedInstantiator<(), AnyView>
          @Received(fulfilledByDependencyNamed: "manager", ofType: Manager.self) let vendor: Vendor
          let plain = 3
        }
      }
      """
    )

    let type = try #require(summary.types.first)
    #expect(summary.problems.isEmpty)
    #expect(
      summary.imports.map(\.source) == [
        "import Foundation", "@preconcurrency import struct Vault.Storage",
      ]
    )
    #expect(type.name == "Outer.Screen")
    #expect("\(type.type)" == "Outer.Screen<Value>")
    #expect(type.kind == .class)
    #expect(type.location == FileLocation(file: "Shop.swift", line: 6, column: 22))
    #expect(type.access == .public)
    #expect(type.isolation == ["MainActor"])
    #expect(type.isRoot)
    var existential = TypeReference("P")
    existential.isExistential = true
    #expect(type.additionalTypes == [TypeReference("UserService"), existential])
    #expect(type.properties.map(\.label) == ["service", "user", "builder", "vendor"])
    #expect(
      type.properties.map { "\($0.type)" } == [
        "UserService", "User?", "ErasedInstantiator<(), AnyView>", "Vendor",
      ]
    )
    #expect(type.properties[1].onlyIfAvailable)
    #expect(type.properties[2].fulfilledByType == TypeReference("ProfileView"))
    #expect(type.properties[2].erasedToConcreteExistential)
    #expect(type.properties[3].alias == .init(label: "manager", type: TypeReference("Manager")))
    #expect(
      type.initializer?.parameters.map(\.label) == [
        "service", "user", "builder", "vendor", "limit",
      ]
    )
    #expect(type.initializer?.parameters.last?.canBeOmitted == true)
  }

  @Test func `an extension is read once for each type that it creates`() {
    let summary = read(
      """
      @Instantiable
      extension Box: Instantiable {
        public static func instantiate(user: User, limit: Int = 3) -> Box<Int> { Box(1) }
        public static func instantiate() -> Box<String> { Box("") }
      }
      """
    )

    #expect(summary.types.map { "\($0.type)" } == ["Box<Int>", "Box<String>"])
    #expect(summary.types.map { $0.properties.map(\.label) } == [["user"], []])
    #expect(summary.types.map(\.kind) == [.extension, .extension])
  }

  @Test(arguments: [(["DEBUG"], "fake"), ([], "real")] as [(Set<String>, String)])
  func `only the active branch of a condition is read`(conditions: Set<String>, label: String) {
    let summary = read(
      """
      #if DEBUG && os(Linux)
      @Instantiable struct Service { @Instantiated let fake: Fake }
      #else
      @Instantiable struct Service { @Instantiated let real: Real }
      #endif
      """,
      configuration: ScanConfiguration(conditions: conditions, operatingSystem: .linux)
    )

    #expect(summary.types.map { $0.properties.map(\.label) } == [[label]])
  }

  @Test func `dependency keys, their properties and their reads are found`() {
    let summary = read(
      """
      enum ClientKey: TestDependencyKey { static let testValue = 1 }
      extension ClientKey: DependencyKey { static let liveValue = 1 }
      extension DependencyValues {
        @DependencyEntry var live: Int = 1
        @DependencyEntry var other: any Other
        var client: Int { get { self[test: ClientKey.self] } set { self[test: ClientKey.self] = newValue } }
      }
      @DependencyProperties(\\.client, \\DependencyValues.live)
      struct Model {
        @Dependency(ClientKey.self) var key
        func f() {
          let a = DependencyValues.current[ClientKey.self]
          // dependence:allow-missing-live
          let b = DependencyValues.current.live
        }
        func g() { let c = 1 }
      }
      """
    )

    #expect(
      summary.keyConformances.map { "\($0.key): \($0.protocols)" } == [
        "ClientKey: [\"TestDependencyKey\"]", "ClientKey: [\"DependencyKey\"]",
      ]
    )
    #expect(
      summary.keyProperties.map { "\($0.name) \($0.key ?? "-") \($0.hasLiveValue)" } == [
        "live - true", "other OtherKey false", "client ClientKey false",
      ]
    )
    #expect(
      summary.keyReads.map { $0.property ?? $0.key } == [
        "client", "live", "ClientKey", "ClientKey", "live",
      ]
    )
    #expect(summary.keyReads.map(\.owner) == Array(repeating: "Model", count: 5))
    #expect(summary.keyReads.map(\.allowsMissingLive) == [false, false, false, false, true])
  }

  @Test func `a protocol is read with its requirements`() throws {
    let summary = read(
      """
      @MainActor public protocol Service: AnyObject {
        var user: User? { get async throws }
        var limit: Int { get set }
        func login(_ name: String, password: String = "") async throws(Failure) -> User
        mutating func reset<T: P>(to value: T) where T: Q
      }
      """
    )

    let service = try #require(summary.protocols.first)
    #expect(service.requirements.map(\.name) == ["user", "limit", "login", "reset"])
    #expect(service.requirements.map(\.isSettable) == [false, true, false, false])
    #expect(service.requirements.map(\.throwing) == ["throws", nil, "throws(Failure)", nil])
    #expect(service.requirements[2].parameters.map(\.label) == ["_", "password"])
    #expect(
      service.requirements[3].source.filling(service.requirements[3].types) { type, _ in "\(type)" }
        == "mutating func reset<T: P>(to value: T) where T: Q"
    )
  }

  @Test func `a syntax error is one problem at its line`() {
    let summary = read("@Instantiable struct A {\n  @Received let a: \n}\\nlet x = )")

    #expect(summary.problems.map(\.kind) == [.syntax])
    #expect(summary.problems.map(\.location.line) == [2])
  }
}
