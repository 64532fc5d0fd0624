import Auth
import AuthInterface
import DependenceMacros
import Feed
import Profile

/// The wiring of the app, which alone sees every feature.
///
/// Every key has its live value as soon as this module links the implementation. What is installed here
/// differs from that.
package enum Composition {
  /// Somebody is signed in from the start.
  package static func demonstration(_ dependencies: inout DependencyValues) {
    dependencies.authClient.account = { Account(name: "Ada") }
  }
}
