/// Names of standard library and framework types, whose source files are not scanned.
enum ForeignNames {
  /// The names of standard library types that commonly occur in the types of dependencies. If no
  /// scanned file declares a type with such a name, the name refers to the standard library.
  static let standardTypes: Set<String> = [
    "AnyHashable", "AnyKeyPath", "Array", "AsyncStream", "AsyncThrowingStream", "Bool", "Character",
    "ClosedRange", "ContinuousClock", "Dictionary", "Double", "Duration", "Float", "InlineArray",
    "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "KeyPath", "MainActor", "Never",
    "ObjectIdentifier", "Optional", "Range", "Result", "Set", "StaticString", "String", "Substring",
    "SuspendingClock", "Task", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8",
    "UnsafePointer", "WritableKeyPath",
  ]

  /// The names of standard library protocols that commonly occur in the types of dependencies.
  /// Generated code must write `any` before such a name if it is used as a type.
  static let standardProtocols: Set<String> = [
    "Actor", "AnyObject", "AsyncSequence", "BinaryInteger", "CaseIterable", "Clock", "Codable",
    "Collection", "Comparable", "CustomStringConvertible", "Decodable", "Encodable", "Equatable",
    "Error", "Executor", "Hashable", "Identifiable", "RandomNumberGenerator", "Sendable",
    "SendableMetatype", "Sequence", "SerialExecutor", "TaskExecutor",
  ]

  /// The names of the generic parameters of standard library types that are often extended.
  static let genericParameters = [
    "Array": ["Element"], "Set": ["Element"], "Dictionary": ["Key", "Value"],
    "Optional": ["Wrapped"],
  ]

  /// The names of types in Apple's frameworks that isolate their subclasses or conforming types to
  /// the main actor.
  static let onMainActor: Set<String> = [
    "App", "Commands", "NSApplication", "NSApplicationDelegate", "NSResponder", "NSView",
    "NSViewController", "NSViewRepresentable", "NSWindow", "NSWindowController", "Scene",
    "UIApplication", "UIApplicationDelegate", "UICollectionViewController",
    "UINavigationController", "UIResponder", "UISceneDelegate", "UITabBarController",
    "UITableViewController", "UIView", "UIViewController", "UIViewControllerRepresentable",
    "UIViewRepresentable", "UIWindow", "UIWindowSceneDelegate", "View", "ViewModifier",
  ]

  /// Returns `true` if `name` refers to an Objective-C class that can be initialized without
  /// arguments, such as `NSObject` or `UIView`.
  static func isPlainClass(_ name: String) -> Bool {
    name == "NSObject"
      || (onMainActor.contains(name) && (name.hasPrefix("NS") || name.hasPrefix("UI"))
        && !name.hasSuffix("Delegate") && !name.hasSuffix("Representable"))
  }
}
