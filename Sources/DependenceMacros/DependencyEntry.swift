/// Makes a property of `DependencyValues` out of a declaration.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(test: SearchClient.unimplemented)
///   var searchClient: SearchClient = SearchClient(search: { [$0] }, cancel: {})
/// }
/// ```
///
/// With an initial value the macro writes a key, `__Key_searchClient`, whose live value it is.
/// `preview:` and `test:` are the values in previews and tests; without `test:`, reading the property
/// in a test that does not override it is an issue. Each is computed when it is first read, once per
/// process and once per test case, unless `lifetime:` gives it another `DependencyLifetime`.
///
/// The compiler checks `preview:` and `test:` before other macros have added their declarations. It finds `unimplemented`
/// and the initializer of a client that gives every endpoint, and reports a missing argument if one without an initial
/// value is left out. Declare such a client as a static property in an extension, and pass that.
///
/// Without an initial value the property stands for a key that is named for its type:
/// `SearchClient` → `SearchClientKey`. The key conforms to `TestDependencyKey`; a module
/// that can build the live value conforms it to `DependencyKey`.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry(lifetime: DependencyLifetime = .singleton) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")

/// Makes a property of `DependencyValues` out of a declaration with an initial value,
/// and says what it is in previews, in tests, or in both.
///
/// - Parameters:
///   - lifetime: The lifetime of the value, in every context.
///   - preview: The value in previews; the value in tests, if there is one, where left out.
///   - test: The value in tests.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Preview, Test>(
  lifetime: DependencyLifetime = .singleton,
  preview: Preview,
  test: Test
) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")

/// Makes a property of `DependencyValues` out of a declaration with an initial value,
/// and says what it is in previews.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(lifetime: DependencyLifetime = .singleton, preview: Value) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")

/// Makes a property of `DependencyValues` out of a declaration with an initial value,
/// and says what it is in tests.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(lifetime: DependencyLifetime = .singleton, test: Value) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEntryMacro")
