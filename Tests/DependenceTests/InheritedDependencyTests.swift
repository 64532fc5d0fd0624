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

  /// A child that is made in the scope of a parent.
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
  @Test func `a scope that ended answers for an owner that was made in it`() {
    let model = with(number: 10) { Model() }

    #expect(model.number == 10)
    #expect(model.summary == "test 10")
  }

  @Test func `an override of the reader's scope comes first`() {
    let model = with(number: 10) { Model() }

    with(number: 11) {
      #expect(model.number == 11)
      #expect(model.summary == "test 11")
    }
    #expect(model.number == 10)
  }

  @Test func `each key of a computed property is answered by itself`() {
    let model = with(number: 10) { Model() }

    withDependencies {
      $0.text = "reader"
    } operation: {
      #expect(model.summary == "reader 10")
    }
  }

  @Test func `an override that the owner's scope has replaced counts no more`() {
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

  @Test func `a child has what its parent's scope and its own say`() {
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

  @Test func `a default is built on what the owner's scope overrides`() {
    let model = with(number: 10) { Model() }

    #expect(model.built == "built on 10")
  }

  @Test func `a default is built on what the scope of the read overrides`() {
    let model = Model()

    #expect(model.built == "built on 3")
    with(number: 10) { #expect(model.built == "built on 10") }
  }

  @Test func `a default is the one that all readers share`() {
    let model = with(number: 10) { Model() }

    #expect(model.token === Dependency(\.token).wrappedValue)
    #expect(model.token === model.token)
  }

  @Test func `work that no scope reaches sees the test of the owner`() async {
    prepareDependencies { $0.text = "prepared" }
    let model = with(number: 10) { Model() }

    let (text, number) = await Task.detached { (model.text, model.number) }.value

    #expect((text, number) == ("prepared", 10))
  }

  @Test func `an owner that was made for no test has the defaults of each`() {
    let model = Frame.bind(RootFrame(.process)) { Model() }
    let (first, second) = (DependencyRoot(owner: nil), DependencyRoot(owner: nil))

    let token = Frame.bind(RootFrame(first)) { model.token }

    #expect(Frame.bind(RootFrame(first)) { model.token } === token)
    #expect(Frame.bind(RootFrame(second)) { model.token } !== token)
  }

  @Test func `an override is free when the owner is`() {
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

  @Test func `a strict scope lets overrides of the owner's scope pass, and no default`() {
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

  @Test func `who reports in the scope of the read hears of it`() {
    let model = with(number: 10) { LiveModel() }

    let found = issues { #expect(model.value == 1) }

    #expect(found.count == 1)
  }

  @Test func `a double can be read as its own type`() {
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
