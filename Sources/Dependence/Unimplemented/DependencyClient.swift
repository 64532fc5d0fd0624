/// A client with an unimplemented form; `@DependencyClient` conforms its type.
///
/// The compiler checks the arguments of one macro before it has expanded another, and would not
/// find a plain member. It does find the requirement of a conformance that the macro announces.
public protocol _DependencyClient {
  /// A client whose every endpoint reports its calls.
  static var unimplemented: Self { get }
}
