/// A rule for how long a factory keeps an instance.
public class Scope {
  fileprivate init() {}

  func resolve<Value>(_ key: String, in cache: Cache, make: () -> Value) -> Value {
    if let entry = cache.instances[key], let value = kept(entry, as: Value.self) { return value }
    let value = make()
    if let entry = entry(for: value) { cache.instances[key] = entry }
    return value
  }

  fileprivate func kept<Value>(_ entry: Cache.Entry, as type: Value.Type) -> Value? {
    entry.strong as? Value
  }

  /// Returns a cache entry that keeps a value, or `nil` if the value is an empty optional.
  fileprivate func entry(for value: Any) -> Cache.Entry? {
    isMissing(value) ? nil : Cache.Entry(scope: self, strong: value, object: nil)
  }

  fileprivate func isMissing(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}

extension Scope {
  public static let cached = Cached()
  public final class Cached: Scope {
    override public init() {}
  }

  /// A scope that keeps an instance until the outermost resolution ends.
  public static let graph = Graph()
  public final class Graph: Scope {
    override public init() {}
    let cache = Cache()

    override func resolve<Value>(_ key: String, in cache: Cache, make: () -> Value) -> Value {
      super.resolve(key, in: self.cache, make: make)
    }
  }

  /// A scope that keeps an instance of a class for as long as other code refers to it.
  public static let shared = Shared()
  public final class Shared: Scope {
    override public init() {}

    override fileprivate func kept<Value>(_ entry: Cache.Entry, as type: Value.Type) -> Value? {
      entry.object.flatMap { $0 as? Value }
    }

    override fileprivate func entry(for value: Any) -> Cache.Entry? {
      guard !isMissing(value), let object = object(in: value) else { return nil }
      return Cache.Entry(scope: self, strong: nil, object: object)
    }

    private func object(in value: Any) -> AnyObject? {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional {
        return mirror.children.first.flatMap { object(in: $0.value) }
      }
      return type(of: value) is AnyObject.Type ? value as AnyObject : nil
    }
  }

  public static let singleton = Singleton()
  public final class Singleton: Scope {
    override public init() {}
    let cache = Cache()

    override func resolve<Value>(_ key: String, in cache: Cache, make: () -> Value) -> Value {
      super.resolve(key, in: self.cache, make: make)
    }

    public func reset() { cache.instances = [:] }
  }

  public static let unique = Unique()
  public final class Unique: Scope {
    override public init() {}

    override func resolve<Value>(_ key: String, in cache: Cache, make: () -> Value) -> Value {
      make()
    }
  }
}
