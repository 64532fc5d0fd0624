#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import ObjectiveC

extension NSDocument: DependencyHosting {
  /// The dependency overrides that this document provides to its windows. By default, there are
  /// none.
  public var dependencies: DependencyValues {
    get { objc_getAssociatedObject(self, key) as? DependencyValues ?? DependencyValues() }
    set { objc_setAssociatedObject(self, key, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }
}

// The key of the associated object that stores a document's overrides. It is marked
// `nonisolated(unsafe)` because pointers are not `Sendable`. This is safe because the memory that
// it points to is never accessed.
private nonisolated(unsafe) let key = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
)
#endif
