import DependenceModules
import DependenceTesting
import TestKeys
import Testing

struct ModuleTests {
  @Test(
    .modules {
      Module { Service("registered") as any ServiceType }
      Module { (service: any ServiceType) in Store(service: service) as any StoreType }
      Module("pair") { (store: any StoreType, service: any ServiceType) in
        [store.service.text, service.text]
      }
    }
  )
  func `a factory receives the dependencies that its parameters declare`() {
    @Inject var store: any StoreType
    @Inject var service: any ServiceType
    @Inject("pair") var pair: [String]

    #expect(store.service === service)
    #expect(pair == ["registered", "registered"])
  }

  @Test(
    .modules {
      Module(\.service) { Service("provided") }
      Module(\.cart) { (service: any ServiceType) in
        _ = service; return Cart()
      }
      Module { Service("registered") as any ServiceType }
    }
  )
  func `a module can provide the value of a property`() {
    @Dependency(\.service) var service: Service
    @Dependency(\.cart) var cart

    #expect(service.text == "provided")
    #expect(cart.service === service)
  }

  @Test func `a factory runs once, at the first read`() async throws {
    let count = Lock(0)
    let modules = Dependencies {
      Module { () -> Token in
        count.withLock { $0 += 1 }
        return Token()
      }
    }

    modules.install()
    @Inject var token: Token
    #expect(count.withLock { $0 } == 0)
    let first = token

    #expect(first === token)
    #expect(count.withLock { $0 } == 1)
  }

  @Test(.modules { Module { nil as Token? } })
  func `a registered value can be nil`() {
    @Inject var token: Token?

    #expect(token == nil)
  }

  @Test(
    .modules {
      Module("one") { 1 }
      Module("one") { "one" }
      Module { 2 }
    }
  )
  func `two types can be registered under the same name`() {
    @Inject("one") var number: Int
    @Inject("one") var text: String
    @Inject var unnamed: Int

    #expect(number == 1)
    #expect(text == "one")
    #expect(unnamed == 2)
  }

  @Test func `a test reads the module that it installs`() {
    Dependencies { Module("private") { 1 } }.install()

    #expect(DependencyValues.current[module: Int.self, named: "private"] == 1)
  }

  @Test func `another test reads its own module of the same name`() {
    Dependencies { Module("private") { 2 } }.install()

    #expect(DependencyValues.current[module: Int.self, named: "private"] == 2)
  }
}

extension Dependencies {
  func install() { build() }
}
