import Dependence
import DependenceTesting
import TestKeys
import Testing

private struct Model {
  @Dependency(\.number) var number
  @Dependency(\.number, resolve: .captured) var capturedNumber
  @Dependency(TokenKey.self, resolve: .captured) var capturedToken
  @Dependency(TokenKey.self) var token
}

struct DependencyTests {
  @Test func `a wrapper resolves at every read`() {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }

    #expect(model.number == 3)
    withDependencies {
      $0.number = 11
    } operation: {
      #expect(model.number == 11)
    }
  }

  @Test func `a captured wrapper resolves once, when its owner is created`() {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }

    #expect(model.capturedNumber == 10)
    withDependencies {
      $0.number = 11
    } operation: {
      #expect(model.capturedNumber == 10)
    }
  }

  @Test func `a captured default is the instance that later reads return`() {
    let model = Model()

    #expect(model.capturedToken === model.token)
    #expect(Model().capturedToken === model.token)
  }

  @Test func `a captured value outlives its scope and is released with its owner`() {
    weak var weakToken: Token?
    var model: Model?
    withDependencies {
      let token = Token()
      weakToken = token
      $0.token = token
    } operation: {
      model = Model()
    }

    #expect(weakToken != nil)
    #expect(model?.capturedToken === weakToken)
    model = nil
    #expect(weakToken == nil)
  }

  @Test func `a wrapper has the size of a pointer`() {
    #expect(MemoryLayout<Dependency<Large>>.size == MemoryLayout<UnsafeRawPointer>.size)
  }

  @Test(arguments: [1, 2, 3])
  func `key paths created at run time resolve like literal ones`(factor: Int) {
    for _ in 0..<3 {
      @Dependency(\.[numberTimes: factor]) var product
      #expect(product == 3 * factor)
    }
  }

  @Test func `a computed property follows the overrides of the keys that it reads`() {
    @Dependency(\.numberInWords) var words

    #expect(words == "test 3")
    withDependencies {
      $0.number = 4
      $0.text = "overridden"
    } operation: {
      #expect(words == "overridden 4")
    }
  }

  private struct Large: Sendable {
    var numbers = (1, 2, 3, 4)
  }
}

extension DependencyValues {
  fileprivate var numberInWords: String { "\(text) \(number)" }
  fileprivate subscript(numberTimes factor: Int) -> Int { number * factor }
}
