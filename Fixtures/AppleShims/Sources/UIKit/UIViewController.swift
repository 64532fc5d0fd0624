public import Foundation

@MainActor open class UIResponder: NSObject {
  public override nonisolated init() { declared() }
  open var next: UIResponder? { declared() }
}

@MainActor open class UIView: UIResponder, UITraitEnvironment {
  open var traitCollection: UITraitCollection { declared() }
  open func addSubview(_ view: UIView) { declared() }
  open func setNeedsLayout() { declared() }
  open func layoutSubviews() { declared() }
  open func updateTraitsIfNeeded() { declared() }
}

@MainActor open class UIViewController: UIResponder, UITraitEnvironment {
  open var traitCollection: UITraitCollection { declared() }
  open var view: UIView! {
    get { declared() }
    set { declared() }
  }
  open func viewDidLoad() { declared() }
  open func addChild(_ childController: UIViewController) { declared() }
  open func didMove(toParent parent: UIViewController?) { declared() }
  open func updateTraitsIfNeeded() { declared() }
}

extension UIView {
  public var traitOverrides: UITraitOverrides {
    get { declared() }
    set { declared() }
  }
}

extension UIViewController {
  public var traitOverrides: UITraitOverrides {
    get { declared() }
    set { declared() }
  }
}
