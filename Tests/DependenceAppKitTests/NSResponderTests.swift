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

  @Test @MainActor func `a view inherits from the hosts behind it`() {
    let (host, view, subview) = (Host(), NSView(), NSView())
    host.dependencies.number = 10
    view.addSubview(subview)
    view.nextResponder = host

    #expect(subview.inheritedDependencies.number == 10)
    withExtendedLifetime(host) {}
  }

  @Test @MainActor func `a window inherits from the document of its controller`() {
    let (document, window) = (NSDocument(), NSWindow())
    let controller = NSWindowController(window: window)
    document.addWindowController(controller)

    document.dependencies.number = 10

    #expect(window.inheritedDependencies.number == 10)
  }

  @Test @MainActor func `every document overrides for itself`() {
    let (first, second) = (NSDocument(), NSDocument())

    first.dependencies.number = 10
    first.dependencies.text = "first"

    #expect(first.dependencies.number == 10)
    #expect(first.dependencies.text == "first")
    #expect(second.dependencies.number == 3)
  }

  @Test @MainActor func `without a host nothing is inherited`() {
    #expect(NSView().inheritedDependencies.number == 3)
  }
}
#endif
