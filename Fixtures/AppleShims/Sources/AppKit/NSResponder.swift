@_exported public import Foundation

@MainActor open class NSResponder: NSObject {
  public override nonisolated init() { declared() }
  unowned(unsafe) open var nextResponder: NSResponder?
}

@MainActor open class NSView: NSResponder {
  open func addSubview(_ view: NSView) { declared() }
}

@MainActor open class NSWindow: NSResponder {
  open var contentView: NSView?
}

@MainActor open class NSViewController: NSResponder {
  open var view: NSView {
    get { declared() }
    set { declared() }
  }
  open func viewDidLoad() { declared() }
}

@MainActor open class NSWindowController: NSResponder {
  public init(window: NSWindow?) { declared() }
  open var window: NSWindow?
  unowned(unsafe) open var document: AnyObject?
}

@MainActor open class NSDocument: NSObject {
  public override nonisolated init() { declared() }
  open func makeWindowControllers() { declared() }
  open func addWindowController(_ windowController: NSWindowController) { declared() }
}
