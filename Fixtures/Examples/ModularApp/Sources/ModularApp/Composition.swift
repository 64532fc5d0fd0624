import Auth
import AuthInterface
import DependenceMacros
import Feed
import Profile

/// The composition root of the app, in the only module that imports the implementations of all
/// features.
///
/// A key has its live value as soon as this module links the implementation. Therefore, this type
/// contains only the values that differ from the live values.
package enum Composition {
  /// Overrides the account, so that a user is signed in when the app starts.
  package static func demonstration(_ dependencies: inout DependencyValues) {
    dependencies.authClient.account = { Account(name: "Ada") }
  }
}
