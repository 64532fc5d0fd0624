import DependenceModules
import DependenceTesting
import TestKeys
import Testing

struct OptionalTests {
  @Inject private var service: (any ServiceType)?
  @Inject("other") private var other: (any ServiceType)?

  @Test func `an unregistered optional dependency is nil and reports no issue`() {
    let found = issues {
      #expect(service == nil)
      #expect(Dependencies.resolveIfRegistered((any ServiceType).self) == nil)
      #expect(Dependencies.resolveIfRegistered((any ServiceType).self, named: "other") == nil)
    }

    #expect(found == [])
  }

  @Test func `a late read of an unregistered optional dependency is reported`() {
    let owner = RecordingOwner()
    let root = DependencyRoot(owner: owner)
    Frame.bind(RootFrame(root)) {
      #expect(service == nil)
      #expect(owner.messages == [])
      root.close()
      #expect(service == nil)
    }

    #expect(owner.messages.count == 1, "\(owner.messages)")
    #expect(owner.messages.first?.contains("which has ended") == true)
  }

  @Test(.modules { Module { Service("module") as any ServiceType } })
  func `an optional dependency resolves to the module of its type and name`() throws {
    let found: (any ServiceType)? = Dependencies.resolveIfRegistered()

    #expect(service?.text == "module")
    #expect(service === (try Dependencies.resolve((any ServiceType).self)))
    #expect(found === service)
    #expect(other == nil)
  }

  @Test func `an optional dependency follows scopes and overrides`() {
    #expect(service == nil)
    withDependencies(Dependencies { Module { Service("scope") as any ServiceType } }) {
      #expect(service?.text == "scope")
    }
    Dependencies.override((any ServiceType).self) { Service("override") }
    #expect(service?.text == "override")
    Dependencies.reset((any ServiceType).self)
    #expect(service == nil)
  }

  @Test func `a captured optional keeps the value of its scope`() {
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

  @Test func `a value built on nil is recreated in a scope that registers the dependency`() {
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

  @Test func `building a list after a read returned nil reports an issue`() {
    _ = service

    let found = issues { Dependencies { Module { Service("late") as any ServiceType } }.build() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("any ServiceType had already been read") == true)
  }

  @Test(.modules { Module { Service("optional") as (any ServiceType)? } })
  func `a module can register an optional type`() {
    #expect(service?.text == "optional")
  }

  @Test func `an asynchronous module read before its creation is nil and reports an issue`() {
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

  @Test func `validation accepts an unregistered optional dependency`() throws {
    let modules = Dependencies {
      Module("built") { () -> [String] in
        @Inject var service: (any ServiceType)?
        return [service?.text ?? "nothing"]
      }
    }

    #expect(try modules.validate().unchecked == [])
  }
}
