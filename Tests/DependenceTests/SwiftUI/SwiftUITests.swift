#if canImport(SwiftUI)
import Dependence
import DependenceModules
import DependenceTesting
import ObjectiveC
import SwiftUI
import TestKeys
import Testing

/// Tests of the SwiftUI integration with rendered views.
struct SwiftUITests {
  private final class Seen {
    var numbers: [Int] = []
  }

  private struct Probe: View {
    @Dependency(\.number) private var number
    let seen: Seen

    var body: some View {
      seen.numbers.append(number)
      return Text("\(number)")
    }
  }

  /// A view whose body reads `DependencyValues.current`, as a model that the body creates would.
  private struct ModelProbe: View {
    let seen: Seen

    var body: some View {
      seen.numbers.append(DependencyValues.current.number)
      return Text("drawn")
    }
  }

  @MainActor private func draw(_ view: some View) {
    ImageRenderer(content: view).render { _, _ in }
  }

  @Test func `the wrapper is a DynamicProperty`() {
    let wrapper: any DynamicProperty & Sendable = Dependency(\.number)

    #expect(wrapper is Dependency<Int>)
  }

  @Test @MainActor func `a view reads the override of the nearest modifier, even inside a scope`() {
    let seen = Seen()

    withDependencies {
      $0.number = 20
    } operation: {
      draw(Probe(seen: seen).dependencies { $0.number = 30 }.dependencies { $0.number = 10 })
    }

    #expect(seen.numbers.last == 30)
  }

  @Test @MainActor func `an injected property of a view reads the override of the modifier`() {
    struct Probe: View {
      @Inject private var token: Token
      let expected: Token

      var body: some View {
        #expect(token === expected)
        return Text("drawn")
      }
    }
    let expected = Token()

    draw(Probe(expected: expected).dependencies { $0[module: Token.self] = expected })
  }

  @Test @MainActor func `a modifier starts from the overrides of the enclosing views`() {
    let seen = Seen()

    draw(Probe(seen: seen).dependencies { $0.number += 1 }.dependencies { $0.number = 10 })

    #expect(seen.numbers.last == 11)
  }

  @Test @MainActor func `a view without modifiers reads task-local overrides`() {
    let seen = Seen()

    withDependencies {
      $0.number = 20
    } operation: {
      draw(Probe(seen: seen))
    }

    #expect(seen.numbers.last == 20)
  }

  @Test @MainActor
  func `code outside views reads the overrides of a subtree until its views are gone`() {
    let seen = Seen()

    autoreleasepool {
      draw(ModelProbe(seen: seen).dependencies { $0.number = 10 })
    }

    #expect(seen.numbers.last == 10)
    #expect(DependencyValues.current.number == 3)
  }

  @Test @MainActor func `a scene modifier prepares dependencies only once`() {
    for number in 10..<12 {
      _ = WindowGroup { EmptyView() }.dependencies { $0.number = number }
    }

    #expect(DependencyValues.current.number == 10)
  }

  @Test @MainActor func `a preview with overrides is a PreviewModifier`() {
    let preview = DependencePreview { $0.number = 10 }

    #expect((preview as any PreviewModifier) is DependencePreview)
  }
}
#endif
