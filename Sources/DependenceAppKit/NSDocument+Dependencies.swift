#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import ObjectiveC

extension NSDocument: DependencyHosting {
  /// The overrides of this document for its windows; none, until you assign them.
  public var dependencies: DependencyValues {
    get {
      (objc_getAssociatedObject(self, key) as? HostedDependencies)?.values ?? DependencyValues()
    }
    set {
      let hosted = HostedDependencies(newValue)
      objc_setAssociatedObject(self, key, hosted, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  }
}

private final class HostedDependencies {
  let values: DependencyValues

  init(_ values: DependencyValues) { self.values = values }
}

// Never read or written: its address is what counts.
private nonisolated(unsafe) let key = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
)
#endif
