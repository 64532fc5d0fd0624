@testable import DependenceModules
import DependenceModules
import Testing

struct SlotSubjectTests {
  private static let property: SlotSubject = {
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
    ] as [(SlotSubject, [String])]
  )
  func `a subject has a name and code snippets that name, read and register it`(
    subject: SlotSubject,
    spellings: [String]
  ) {
    #expect(
      [subject.name, subject.argument, subject.accessor, subject.registration] == spellings
    )
  }
}
