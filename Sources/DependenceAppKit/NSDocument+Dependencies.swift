#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import ObjectiveC

extension NSDocument: DependencyHosting {
  /// The overrides of this document for its windows. They are empty until they are assigned.
  public var dependencies: DependencyValues {
    get { objc_getAssociatedObject(self, key) as? DependencyValues ?? DependencyValues() }
    set { objc_setAssociatedObject(self, key, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }
}

// Unsafe because pointers are not `Sendable`. Only the address is used, as the key of an associated
// object.
private nonisolated(unsafe) let key = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
)
#endif
