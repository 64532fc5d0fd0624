/// Declares a dependency as a property of `DependencyValues`.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(test: SearchClient.unimplemented)
///   var searchClient: SearchClient = SearchClient(search: { [$0] }, cancel: {})
/// }
/// ```
///
/// If the property has an initial value, the macro generates a key such as `__Key_searchClient`,
/// and the initial value is the live value. The arguments `preview:` and `test:` specify the values
/// for previews and tests. If you omit `test:`, a test that reads the property without overriding
/// it reports an issue. Each value is computed once in an app and once in each test case, unless
/// `lifetime:` specifies another `DependencyLifetime`.
///
/// If the declaration contains no type, the macro derives it from the initial value. A macro sees
/// only source code, so it assumes that `Prices(…)` and `Prices.live` are of type `Prices`. If that
/// is wrong, write the type, as in `var cache: Cache<Int> = Cache(3)` for a generic type or
/// `var url: URL? = URL(string: "…")` for a failable initializer.
///
/// The compiler checks `preview:` and `test:` before other macros add their declarations. In these
/// arguments, you can use a client's `unimplemented` property, or call its initializer with all
/// endpoints. If you omit an endpoint without an initial value, the compiler reports a missing
/// argument. To omit endpoints, declare the client as a static property in an extension, and pass
/// that property.
///
/// If the property has no initial value, it uses an existing key named after its type, such as
/// `SearchClientKey` for `SearchClient`. The key must conform to `TestDependencyKey`. The module
/// that can create the live value makes the key conform to `DependencyKey`.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry(lifetime: DependencyLifetime = .singleton) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a property of `DependencyValues` with a live value, a preview value and a test value.
///
/// - Parameters:
///   - lifetime: The value's lifetime in every context.
///   - preview: The value in previews.
///   - test: The value in tests.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Preview, Test>(
  lifetime: DependencyLifetime = .singleton,
  preview: Preview,
  test: Test
) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a property of `DependencyValues` with a live value and a preview value.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(lifetime: DependencyLifetime = .singleton, preview: Value) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a property of `DependencyValues` with a live value and a value that both tests and
/// previews use.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(lifetime: DependencyLifetime = .singleton, test: Value) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")
