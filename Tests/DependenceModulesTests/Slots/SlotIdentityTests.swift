@testable import DependenceModules
import DependenceModules
import Testing

struct SlotIdentityTests {
  private static let property: SlotIdentity = {
    let path: any KeyPath<Dependencies, Service> & Sendable = \.service
    let name = PropertyName(metAt: .unknown)
    name.learn("service")
    return .property(path, of: Service.self, name)
  }()

  @Test(
    arguments: [
      (
        .type(Int.self, name: nil),
        ["Int", "Int.self", "[module: Int.self]", "Module { … as Int }"]
      ),
      (
        .type(Any.self, name: nil),
        ["Any", "Any.self", "[module: Any.self]", "Module { … as Any }"]
      ),
      (
        .type((any ServiceType).self, name: "a"),
        [
          #"any ServiceType named "a""#, #"(any ServiceType).self, named: "a""#,
          #"[module: (any ServiceType).self, named: "a"]"#,
          #"Module("a") { … as any ServiceType }"#,
        ]
      ),
      (
        property,
        [
          "Dependencies.service", #"\.service"#, #"[\.service]"#, #"Module(\.service) { … }"#,
        ]
      ),
    ] as [(SlotIdentity, [String])]
  )
  func `an identity has a name and code snippets that name, read and register it`(
    identity: SlotIdentity,
    spellings: [String]
  ) {
    #expect(
      [identity.name, identity.argument, identity.accessor, identity.registration] == spellings
    )
  }
}
