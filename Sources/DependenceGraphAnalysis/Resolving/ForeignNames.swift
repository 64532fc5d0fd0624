/// Names of declarations in the standard library and in frameworks, which are not scanned.
enum ForeignNames {
  /// Standard library types that often occur in the types of dependencies.
  static let standardTypes: Set<String> = [
    "AnyHashable", "AnyKeyPath", "Array", "AsyncStream", "AsyncThrowingStream", "Bool", "Character",
    "ClosedRange", "ContinuousClock", "Dictionary", "Double", "Duration", "Float", "InlineArray",
    "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "KeyPath", "MainActor", "Never",
    "ObjectIdentifier", "Optional", "Range", "Result", "Set", "StaticString", "String", "Substring",
    "SuspendingClock", "Task", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8",
    "UnsafePointer", "WritableKeyPath",
  ]

  /// Standard library protocols. They need `any` if source code uses them as types.
  static let standardProtocols: Set<String> = [
    "Actor", "AnyObject", "AsyncSequence", "BinaryInteger", "CaseIterable", "Clock", "Codable",
    "Collection", "Comparable", "CustomStringConvertible", "Decodable", "Encodable", "Equatable",
    "Error", "Executor", "Hashable", "Identifiable", "RandomNumberGenerator", "Sendable",
    "SendableMetatype", "Sequence", "SerialExecutor", "TaskExecutor",
  ]

  /// The instantiator types of `DependenceGraph`, which a scan of an app usually does not include.
  static let instantiators: Set<String> = [
    "ErasedInstantiator", "Instantiator", "SendableErasedInstantiator", "SendableInstantiator",
  ]

  /// The generic parameters of standard library types that are often extended.
  static let genericParameters = [
    "Array": ["Element"], "Set": ["Element"], "Dictionary": ["Key", "Value"],
    "Optional": ["Wrapped"],
  ]

  /// Apple framework types whose subclasses or conforming types are isolated to the main actor.
  static let onMainActor: Set<String> = [
    "App", "Commands", "NSApplication", "NSApplicationDelegate", "NSResponder", "NSView",
    "NSViewController", "NSViewRepresentable", "NSWindow", "NSWindowController", "Scene",
    "UIApplication", "UIApplicationDelegate", "UICollectionViewController",
    "UINavigationController", "UIResponder", "UISceneDelegate", "UITabBarController",
    "UITableViewController", "UIView", "UIViewController", "UIViewControllerRepresentable",
    "UIViewRepresentable", "UIWindow", "UIWindowSceneDelegate", "View", "ViewModifier",
  ]

  /// Returns `true` if `name` is an Objective-C class that can be initialized without arguments.
  static func isPlainClass(_ name: String) -> Bool {
    name == "NSObject"
      || (onMainActor.contains(name) && (name.hasPrefix("NS") || name.hasPrefix("UI"))
        && !name.hasSuffix("Delegate") && !name.hasSuffix("Representable"))
  }
}
