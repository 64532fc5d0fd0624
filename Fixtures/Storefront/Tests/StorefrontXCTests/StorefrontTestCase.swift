import Dependence
import DependenceXCTest
import Storefront

/// The base class of most test cases in this module. Ada is logged in, and the store accepts every
/// order.
class StorefrontTestCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    dependencies.customer = .ada
    dependencies.storeClient.placeOrder = { _ in }
  }
}
