#if canImport(UIKit) && !os(watchOS)
import DependenceTesting
import DependenceUIKit
import TestKeys
import Testing
import UIKit

struct UIViewControllerTests {
  @Test @MainActor func `a child view controller and its view inherit overrides from the parent`() {
    let (parent, child) = (UIViewController(), UIViewController())
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)

    parent.dependencies { $0.number = 10 }
    child.updateTraitsIfNeeded()
    child.view.updateTraitsIfNeeded()

    #expect(child.traitCollection.dependencies.number == 10)
    #expect(child.view.traitCollection.dependencies.number == 10)
  }

  @Test @MainActor func `a second call to dependencies keeps the overrides of the first`() {
    let controller = UIViewController()

    controller.dependencies { $0.number = 10 }
    controller.dependencies { $0.text = "second" }

    #expect(controller.traitOverrides.dependencies.number == 10)
    #expect(controller.traitOverrides.dependencies.text == "second")
  }

  @Test @MainActor func `a view adds its overrides to the values that it inherits`() {
    let (view, subview) = (UIView(), UIView())
    view.addSubview(subview)
    view.dependencies { $0.number = 10 }
    subview.updateTraitsIfNeeded()

    subview.dependencies { $0.text = "\($0.number)" }

    #expect(subview.traitOverrides.dependencies.text == "10")
    #expect(view.traitOverrides.dependencies.text == "test")
  }
}
#endif
