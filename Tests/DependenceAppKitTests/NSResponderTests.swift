#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import DependenceAppKit
import DependenceTesting
import TestKeys
import Testing

struct NSResponderTests {
  private final class Host: NSResponder, DependencyHosting {
    var dependencies = DependencyValues()
  }

  @Test @MainActor func `a view inherits overrides from a host in its responder chain`() {
    let (host, view, subview) = (Host(), NSView(), NSView())
    host.dependencies.number = 10
    view.addSubview(subview)
    view.nextResponder = host

    #expect(subview.inheritedDependencies.number == 10)
    withExtendedLifetime(host) {}
  }

  @Test @MainActor func `a window inherits overrides from its controller's document`() {
    let (document, window) = (NSDocument(), NSWindow())
    let controller = NSWindowController(window: window)
    document.addWindowController(controller)

    document.dependencies.number = 10

    #expect(window.inheritedDependencies.number == 10)
  }

  @Test @MainActor func `the overrides of a document do not affect other documents`() {
    let (first, second) = (NSDocument(), NSDocument())

    first.dependencies.number = 10
    first.dependencies.text = "first"

    #expect(first.dependencies.number == 10)
    #expect(first.dependencies.text == "first")
    #expect(second.dependencies.number == 3)
  }

  @Test @MainActor func `a view without a host reads the default`() {
    #expect(NSView().inheritedDependencies.number == 3)
  }
}
#endif
