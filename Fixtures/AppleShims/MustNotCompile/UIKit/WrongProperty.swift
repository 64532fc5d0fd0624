// value of type 'DependencyValues' has no member 'greting'
import DependenceUIKit
import UIKit

final class GreetingController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    dependencies { $0.greting = "good evening" }
  }
}
