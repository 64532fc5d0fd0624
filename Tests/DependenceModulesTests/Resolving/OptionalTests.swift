import DependenceModules
import DependenceTesting
import TestKeys
import Testing

struct OptionalTests {
  @Inject private var service: (any ServiceType)?
  @Inject("other") private var other: (any ServiceType)?

  @Test func `what is not registered is nil, and no issue`() {
    let found = issues {
      #expect(service == nil)
      #expect(Dependencies.resolveIfRegistered((any ServiceType).self) == nil)
      #expect(Dependencies.resolveIfRegistered((any ServiceType).self, named: "other") == nil)
    }

    #expect(found == [])
  }

  @Test(.modules { Module { Service("module") as any ServiceType } })
  func `what is registered is found, by its name`() throws {
    let found: (any ServiceType)? = Dependencies.resolveIfRegistered()

    #expect(service?.text == "module")
    #expect(service === (try Dependencies.resolve((any ServiceType).self)))
    #expect(found === service)
    #expect(other == nil)
  }

  @Test func `it follows scopes and overrides`() {
    #expect(service == nil)
    withDependencies(Dependencies { Module { Service("scope") as any ServiceType } }) {
      #expect(service?.text == "scope")
    }
    Dependencies.override((any ServiceType).self) { Service("override") }
    #expect(service?.text == "override")
    Dependencies.reset((any ServiceType).self)
    #expect(service == nil)
  }

  @Test func `what was captured keeps what there was`() {
    let captured = withDependencies(
      Dependencies { Module { Service("scope") as any ServiceType } }
    ) {
      Captured()
    }

    #expect(captured.service?.text == "scope")
    #expect(Captured().service == nil)
  }

  private struct Captured {
    @Inject(resolve: .captured) var service: (any ServiceType)?
  }

  @Test func `what is built on nil is built anew where it is registered`() {
    let modules = Dependencies {
      Module("built") { () -> [String] in
        @Inject var service: (any ServiceType)?
        return [service?.text ?? "nothing"]
      }
    }
    withDependencies(modules) {
      @Inject("built") var built: [String]
      #expect(built == ["nothing"])
      withDependencies(Dependencies { Module { Service("scope") as any ServiceType } }) {
        #expect(built == ["scope"])
      }
    }
  }

  @Test func `a list that comes after somebody got nil comes too late`() {
    _ = service

    let found = issues { Dependencies { Module { Service("late") as any ServiceType } }.build() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("any ServiceType had already been read") == true)
  }

  @Test(.modules { Module { Service("optional") as (any ServiceType)? } })
  func `an optional type may be registered itself`() {
    #expect(service?.text == "optional")
  }

  @Test func `what was not made yet is an issue, and nil`() {
    let found = issues {
      withDependencies(
        Dependencies { Module { () async -> any ServiceType in Service("async") } }
      ) {
        #expect(service == nil)
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("resolveAsync") == true)
  }

  @Test func `a list that asks is valid without it`() throws {
    let modules = Dependencies {
      Module("built") { () -> [String] in
        @Inject var service: (any ServiceType)?
        return [service?.text ?? "nothing"]
      }
    }

    #expect(try modules.validate().unchecked == [])
  }
}
