import Dependence
import DependenceXCTest
import Storefront

/// The start of most test cases here: Ada is logged in, and the store agrees to everything.
class StorefrontTestCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    dependencies.customer = .ada
    dependencies.storeClient.placeOrder = { _ in }
  }
}
