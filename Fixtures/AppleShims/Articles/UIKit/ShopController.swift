import DependenceUIKit
import UIKit

final class ShopController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let cart = CartController()
    addChild(cart)
    view.addSubview(cart.view)
    cart.didMove(toParent: self)

    dependencies { $0.greeting = "good evening" }
  }
}

final class CartController: UIViewController {
  func greet() -> String {
    traitCollection.dependencies.greeting
  }
}

final class AccountView: UIView {
  private let label = Label()

  override func layoutSubviews() {
    super.layoutSubviews()
    let name = withObservedDependencies {
      $0.account.name
    } onChange: { [weak self] in
      self?.setNeedsLayout()
    }
    label.text = name
  }
}

@MainActor private final class Label {
  var text = ""
}

struct Account: Sendable {
  var name = ""
}

private enum AccountKey: DependencyKey {
  static var liveValue: Account { Account() }
}

private enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
}

extension DependencyValues {
  var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }

  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}
