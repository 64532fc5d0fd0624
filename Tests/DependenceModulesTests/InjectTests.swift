import DependenceModules
import DependenceTesting
import TestKeys
import Testing

private struct Reader {
  @Inject var service: any ServiceType
  @Inject("other") var other: any ServiceType
  @Inject(resolve: .captured) var captured: any ServiceType
}

private struct Amount: Sendable {
  let number = DependencyValues.current.number
}

@Suite(
  .modules {
    Module { Service("unnamed") as any ServiceType }
    Module("other") { Service("other") as any ServiceType }
    Module { Amount() }
  }
)
struct InjectTests {
  @Test func `a wrapper has the size of a pointer`() {
    #expect(MemoryLayout<Inject<any ServiceType>>.size == 8)
    #expect(MemoryLayout<Inject<Int>>.size == 8)
    #expect(MemoryLayout<Reader>.size == 3 * 8)
  }

  @Test func `a wrapper resolves at every read, in the scope of the read`() {
    let reader = Reader()

    #expect(reader.service.text == "unnamed")
    withDependencies {
      $0[module: (any ServiceType).self] = Service("inner")
    } operation: {
      #expect(reader.service.text == "inner")
      #expect(reader.other.text == "other")
      #expect(reader.captured.text == "unnamed")
    }
  }

  @Test func `a captured wrapper keeps the instance of the scope that created its owner`() {
    let reader = withDependencies {
      $0[module: (any ServiceType).self] = Service("inner")
    } operation: {
      Reader()
    }

    #expect(reader.captured.text == "inner")
    #expect(reader.service.text == "unnamed")
  }

  @Test func `an inherited wrapper uses its owner's scope unless the reading scope overrides`() {
    struct Model {
      @Inject(resolve: .inherited) var service: any ServiceType
      @Inject("other", resolve: .inherited) var other: (any ServiceType)?
    }
    let model = withDependencies {
      $0[module: (any ServiceType).self] = Service("inner")
    } operation: {
      Model()
    }

    #expect((model.service.text, model.other?.text) == ("inner", "other"))
    withDependencies {
      $0[module: (any ServiceType).self] = Service("reader's")
    } operation: {
      #expect(model.service.text == "reader's")
    }
  }

  @Test func `an inherited wrapper uses what its owner's scope overrides below the dependency`() {
    struct Model {
      @Inject(resolve: .inherited) var amount: Amount
    }
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }

    withDependencies {
      $0.text = "unrelated"
    } operation: {
      #expect(model.amount.number == 10)
    }
  }

  private struct Missing: Sendable {
    var text = ""
  }

  @Test func `resolving throws if a dependency in the parameters of a closure is missing`() {
    let modules = Dependencies {
      Module { (missing: Missing) in [missing.text] }
      Module { (texts: [String]) in texts.count }
    }
    let found = issues {
      withDependencies(modules) {
        #expect(throws: ModuleError.self) { try Dependencies.resolve(Int.self) }
        #expect(Dependencies.resolveIfRegistered(Int.self) == nil)
      }
    }

    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.message.contains("Missing is not registered") })
  }

  @Test func `resolving an inherited wrapper throws if the dependency is missing`() throws {
    struct Model {
      @Inject(resolve: .inherited) var missing: Missing
    }
    let model = Model()
    let owned = withDependencies {
      $0[module: Missing.self] = Missing(text: "owner's")
    } operation: {
      Model()
    }

    let found = issues {
      #expect(throws: ModuleError.self) { try model.$missing.resolve() }
    }

    #expect(found.count == 1)
    #expect(try owned.$missing.resolve().text == "owner's")
  }

  @Test func `the projected value resolves the dependency and can throw`() throws {
    let reader = Reader()

    #expect(try reader.$service.resolve() === reader.service)
    #expect(try reader.$other.resolve() === reader.other)
    #expect(try reader.$captured.resolve() === reader.captured)
  }

  @Test func `modules can inject each other`() {
    struct First: Sendable { @Inject var second: Second }
    struct Second: Sendable { @Inject var first: First }

    withDependencies(
      Dependencies {
        Module { First() }
        Module { Second() }
      }
    ) {
      @Inject var first: First
      #expect(type(of: first.second.first) == First.self)
    }
  }
}
