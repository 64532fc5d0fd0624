// call to main actor-isolated instance method 'dependencies' in a synchronous nonisolated context
import DependenceUIKit
import UIKit

nonisolated func override(in view: UIView) {
  view.dependencies { _ in }
}
