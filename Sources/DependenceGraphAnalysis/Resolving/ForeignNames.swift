/// Known names of declarations that are not scanned.
enum ForeignNames {
  /// Types of the standard library that a type of a graph may be made of.
  static let standardTypes: Set<String> = [
    "AnyHashable", "AnyKeyPath", "Array", "AsyncStream", "AsyncThrowingStream", "Bool", "Character",
    "ClosedRange", "ContinuousClock", "Dictionary", "Double", "Duration", "Float", "InlineArray",
    "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "KeyPath", "MainActor", "Never",
    "ObjectIdentifier", "Optional", "Range", "Result", "Set", "StaticString", "String", "Substring",
    "SuspendingClock", "Task", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8",
    "UnsafePointer", "WritableKeyPath",
  ]

  /// Protocols of the standard library, which are spelled with `any` as types.
  static let standardProtocols: Set<String> = [
    "Actor", "AnyObject", "AsyncSequence", "BinaryInteger", "CaseIterable", "Clock", "Codable",
    "Collection", "Comparable", "CustomStringConvertible", "Decodable", "Encodable", "Equatable",
    "Error", "Executor", "Hashable", "Identifiable", "RandomNumberGenerator", "Sendable",
    "SendableMetatype", "Sequence", "SerialExecutor", "TaskExecutor",
  ]

  /// The types of the product itself, which a scan of an app may leave out.
  static let instantiators: Set<String> = [
    "ErasedInstantiator", "Instantiator", "SendableErasedInstantiator", "SendableInstantiator",
  ]

  /// Generic parameters of types that extensions are written for.
  static let genericParameters = [
    "Array": ["Element"], "Set": ["Element"], "Dictionary": ["Key", "Value"],
    "Optional": ["Wrapped"],
  ]

  /// Types and protocols of Apple's frameworks that put what inherits from them on the main actor.
  static let onMainActor: Set<String> = [
    "App", "Commands", "NSApplication", "NSApplicationDelegate", "NSResponder", "NSView",
    "NSViewController", "NSViewRepresentable", "NSWindow", "NSWindowController", "Scene",
    "UIApplication", "UIApplicationDelegate", "UICollectionViewController",
    "UINavigationController", "UIResponder", "UISceneDelegate", "UITabBarController",
    "UITableViewController", "UIView", "UIViewController", "UIViewControllerRepresentable",
    "UIViewRepresentable", "UIWindow", "UIWindowSceneDelegate", "View", "ViewModifier",
  ]

  /// True for a class that can be made without arguments, as all of Objective-C.
  static func isPlainClass(_ name: String) -> Bool {
    name == "NSObject"
      || (onMainActor.contains(name) && (name.hasPrefix("NS") || name.hasPrefix("UI"))
        && !name.hasSuffix("Delegate") && !name.hasSuffix("Representable"))
  }
}
