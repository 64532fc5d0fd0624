@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { declared() }
}

extension Optional: View where Wrapped: View {
  public var body: Never { declared() }
}

public struct EmptyView: View {
  nonisolated public init() { declared() }
  public var body: Never { declared() }
}

public struct TupleView<T>: View {
  public var body: Never { declared() }
}

public struct _ConditionalContent<TrueContent, FalseContent> {}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
  public var body: Never { declared() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { declared() }

  public static func buildBlock() -> EmptyView { declared() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { declared() }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    declared()
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { declared() }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> {
    declared()
  }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> {
    declared()
  }
}
