import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import TestEffort
import Testing

@testable import MacrosPluginUnderTest

/// Tests with source that does not parse, and with a very large source. The compiler reports syntax
/// errors, so the macros only have to expand without a crash.
struct BrokenSourceTests {
  private static let source = """
    @DependencyClient
    public struct Client<Value: Sendable>: Sendable {
      typealias Fetch = @Sendable (_ id: Int, inout Int) async throws(Failure) -> Value
      var fetch: Fetch
      public let `default`, other: (@MainActor (String) -> Void)?
      var limit = 10 as Int64
      #if DEBUG
      @DependencyEndpoint private(set) var a: Elsewhere { didSet {} }
      #endif
      var computed: Int { 3 }
    }
    extension DependencyValues {
      @DependencyEntry(preview: Client.preview, test: nil) public var client: any Client = .live
      @DependencyEntry var generic = Box<Int>(1)
    }
    @Observable @DependencyProperties(\\.a, \\DependencyValues.b, \\.a.b)
    final class Model {}
    @Instantiable(fulfillingAdditionalTypes: [A.self, B?.self], isRoot: true)
    public struct Screen<T>: View, Instantiable {
      @Forwarded let user: User
      @Received(fulfilledByDependencyNamed: "user", ofType: User.self) private let a: (any A)?
      @Instantiated(fulfilledByType: "B<T>", erasedToConcreteExistential: true) var b: AnyB { 3 }
      init(user: User, retries: Int) async throws { self.user = user }
    }
    @Instantiable extension Box: Instantiable {
      static func instantiate<T>(a: A) throws -> Box<T> { Box() }
    }
    """

  /// The distance in characters between the positions at which the source is truncated or damaged.
  private static let step = Effort.isThorough ? 13 : 67

  @Test func `the macros expand a truncated file without a crash`() {
    for count in stride(from: 1, to: Self.source.count, by: Self.step) {
      _ = Expansion(of: String(Self.source.prefix(count)))
    }
  }

  @Test func `the macros expand a file with a missing character without a crash`() {
    for count in stride(from: 0, to: Self.source.count, by: Self.step) {
      var broken = Self.source
      broken.remove(at: broken.index(broken.startIndex, offsetBy: count))
      _ = Expansion(of: broken)
    }
  }

  @Test(arguments: [
    "@DependencyClient struct Client { var fetch: @Sendable ( }",
    "@DependencyClient struct Client { var: @Sendable () -> Void }",
    "@DependencyClient struct { var fetch: @Sendable () -> Void }",
    "@DependencyClient(1, x:) struct Client { let a = }",
    "extension DependencyValues { @DependencyEntry(test:) var x: Int = 1 }",
    "extension DependencyValues { @DependencyEntry(, ) var : = }",
    "@DependencyProperties(\\) class Model {}",
    "@DependencyProperties(, \\.) class Model {}",
    "@DependencyProperties class Model",
    "@Instantiable struct",
    "@Instantiable(isRoot: , fulfillingAdditionalTypes: [) struct A: Instantiable { @Received let }",
    "@Instantiable extension { func instantiate( }",
    "struct A { @Received(fulfilledByDependencyNamed: \"\\(x)\", ofType:) @Forwarded var (a, ) = }",
    "@Received",
    "@Instantiable struct A { init( { } @Forwarded let a: }",
  ])
  func `the macros expand a malformed declaration without a crash`(source: String) {
    _ = Expansion(of: source)
  }

  @Test func `a client with a thousand endpoints or more expands to all of its members`() throws {
    let count = Effort.isThorough ? 10_000 : 1_000
    let members = (0..<count).map { "  var e\($0): @Sendable (_ id: Int) throws -> Int" }
    let file = Parser.parse(source: "struct Large {\n\(members.joined(separator: "\n"))\n}")
    let declaration = try #require(file.statements.first?.item.as(StructDeclSyntax.self))

    let expansion = try DependencyClientMacro.expansion(
      of: AttributeSyntax(
        attributeName: IdentifierTypeSyntax(name: .identifier("DependencyClient"))
      ),
      providingMembersOf: declaration,
      conformingTo: [],
      in: BasicMacroExpansionContext()
    )

    // The members are `_hasSentinels`, an accessor and two methods for each endpoint,
    // `unimplemented`, and `_wrapped(by:)`.
    #expect(expansion.count == 3 * count + 3)
  }
}
