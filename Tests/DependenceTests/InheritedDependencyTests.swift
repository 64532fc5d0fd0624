import Dependence
import DependenceTesting
import TestKeys
import Testing

private struct Model: Sendable {
  @Dependency(\.number, resolve: .inherited) var number
  @Dependency(TextKey.self, resolve: .inherited) var text
  @Dependency(\.summary, resolve: .inherited) var summary
  @Dependency(BuiltKey.self, resolve: .inherited) var built
  @Dependency(\.token, resolve: .inherited) var token

  /// Creates a child in a scope that overrides the dependency `number`.
  func child(number: Int) -> Model { with(number: number) { Model() } }
}

private func with<Result>(number: Int, _ operation: () -> Result) -> Result {
  withDependencies {
    $0.number = number
  } operation: {
    operation()
  }
}

@Suite(.dependencies)
struct InheritedDependencyTests {
  @Test func `an inherited wrapper uses the ended scope that created its owner`() {
    let model = with(number: 10) { Model() }

    #expect(model.number == 10)
    #expect(model.summary == "test 10")
  }

  @Test func `an override of the reading scope wins over the owner's scope`() {
    let model = with(number: 10) { Model() }

    with(number: 11) {
      #expect(model.number == 11)
      #expect(model.summary == "test 11")
    }
    #expect(model.number == 10)
  }

  @Test func `each key of a computed property is resolved separately`() {
    let model = with(number: 10) { Model() }

    withDependencies {
      $0.text = "reader"
    } operation: {
      #expect(model.summary == "reader 10")
    }
  }

  @Test func `an outer override that the owner's scope replaced is ignored`() {
    with(number: 10) {
      let model = with(number: 11) { Model() }

      #expect(model.number == 11)
      with(number: 12) { #expect(model.number == 12) }
      withDependencies {
        $0.text = "reader"
      } operation: {
        #expect(model.summary == "reader 11")
      }
    }
  }

  @Test func `a child combines the value passed by its parent with its own scope`() {
    let parent = withDependencies {
      $0.text = "parent"
    } operation: {
      Model()
    }
    let child = withDependencies {
      $0.text = parent.text
    } operation: {
      parent.child(number: 5)
    }

    #expect(child.summary == "parent 5")
    #expect(parent.summary == "parent 3")
  }

  @Test func `a default uses the overrides of the owner's scope`() {
    let model = with(number: 10) { Model() }

    #expect(model.built == "built on 10")
  }

  @Test func `a default uses the overrides of the reading scope`() {
    let model = Model()

    #expect(model.built == "built on 3")
    with(number: 10) { #expect(model.built == "built on 10") }
  }

  @Test func `a default uses the owner's overrides in a scope with an unrelated override`() {
    let model = with(number: 10) { Model() }

    withDependencies {
      $0.text = "reader"
    } operation: {
      #expect(model.built == "built on 10")
    }
  }

  @Test func `a default uses the overrides of the reading scope if the owner's are unrelated`() {
    let model = withDependencies {
      $0.text = "owner"
    } operation: {
      Model()
    }

    with(number: 10) { #expect(model.built == "built on 10") }
  }

  @Test func `an inherited wrapper shares the default with other wrappers`() {
    let model = with(number: 10) { Model() }

    #expect(model.token === Dependency(\.token).wrappedValue)
    #expect(model.token === model.token)
  }

  @Test func `a detached task reads through the test and scope of the owner`() async {
    prepareDependencies { $0.text = "prepared" }
    let model = with(number: 10) { Model() }

    let (text, number) = await Task.detached { (model.text, model.number) }.value

    #expect((text, number) == ("prepared", 10))
  }

  @Test func `an owner created outside tests uses the defaults of the reading root`() {
    let model = Frame.bind(RootFrame(.process)) { Model() }
    let (first, second) = (DependencyRoot(owner: nil), DependencyRoot(owner: nil))

    let token = Frame.bind(RootFrame(first)) { model.token }

    #expect(Frame.bind(RootFrame(first)) { model.token } === token)
    #expect(Frame.bind(RootFrame(second)) { model.token } !== token)
  }

  @Test func `an overriding value is released with the owner`() {
    weak var weakToken: Token?
    var model: Model?
    withDependencies {
      let token = Token()
      weakToken = token
      $0.token = token
    } operation: {
      model = Model()
    }

    let isSame = model?.token === weakToken
    #expect(isSame)
    #expect(weakToken != nil)
    model = nil
    #expect(weakToken == nil)
  }

  @Test func `a strict scope accepts overrides of the owner's scope but reports defaults`() {
    let found = issues {
      let model = with(number: 10) { Model() }
      withStrictDependencies {
        #expect(model.number == 10)
        #expect(model.text == "test")
      }
    }

    #expect(found.map(\.message).count == 1)
    #expect(found.first?.message.hasPrefix("TestKeys.TextKey was read") == true)
  }

  @Test func `an issue goes to the reporter of the reading scope`() {
    let model = with(number: 10) { LiveModel() }

    let found = issues { #expect(model.value == 1) }

    #expect(found.count == 1)
  }

  @Test func `an inherited dependency can be read as its concrete type`() {
    let dependency = with(number: 10) {
      Dependency(\.anything, as: Int.self, resolve: .inherited)
    }

    #expect(dependency.wrappedValue == 10)
  }
}

private struct LiveModel: Sendable {
  @Dependency(LiveOnlyKey.self, resolve: .inherited) var value
}

private enum LiveOnlyKey: DependencyKey {
  static var liveValue: Int { 1 }
}

private enum BuiltKey: DependencyKey {
  static var liveValue: String { "built on \(Dependency(\.number).wrappedValue)" }
  static var testValue: String { liveValue }
}

extension DependencyValues {
  fileprivate var summary: String { "\(text) \(number)" }
  fileprivate var anything: any Sendable { number }
}
