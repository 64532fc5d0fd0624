// main actor-isolated property 'inheritedDependencies' can not be referenced from a nonisolated context
import AppKit
import DependenceAppKit

nonisolated func dependencies(of responder: NSResponder) -> DependencyValues {
  responder.inheritedDependencies
}
