public import Foundation

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
  public init(stringLiteral value: String) { declared() }
}

public struct Text: View, Equatable, Sendable {
  nonisolated public init(_ key: LocalizedStringKey) { declared() }
  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ content: S) { declared() }
  nonisolated public init(verbatim content: String) { declared() }
  public var body: Never { declared() }
}

public struct Button<Label: View>: View {
  nonisolated public init(
    action: @escaping @MainActor () -> Void,
    @ViewBuilder label: () -> Label
  ) {
    declared()
  }
  public var body: Never { declared() }
}

extension Button where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    declared()
  }
  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    declared()
  }
}

public struct TextField<Label: View>: View {
  public var body: Never { declared() }
}

extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { declared() }
}

public struct ProgressView: View {
  nonisolated public init() { declared() }
  public var body: Never { declared() }
}

public struct VStack<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) { declared() }
  public var body: Never { declared() }
}

public struct HStack<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) { declared() }
  public var body: Never { declared() }
}

public struct List<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) { declared() }
  public var body: Never { declared() }
}

public struct Section<Content> {}

extension Section: View where Content: View {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    declared()
  }
  public var body: Never { declared() }
}

public struct NavigationStack<Root: View>: View {
  nonisolated public init(@ViewBuilder root: () -> Root) { declared() }
  public var body: Never { declared() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  public var body: Never { declared() }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    declared()
  }
}

extension ForEach where Content: View {
  nonisolated public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    declared()
  }
}

extension View {
  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    EmptyView()
  }

  nonisolated public func disabled(_ disabled: Bool) -> some View { EmptyView() }

  nonisolated public func task(
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    EmptyView()
  }

  nonisolated public func task<T: Equatable>(
    id value: T,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    EmptyView()
  }
}

public class CGContext {}

@MainActor public final class ImageRenderer<Content: View> {
  public init(content view: Content) { declared() }
  public func render(
    rasterizationScale: CGFloat = 1,
    renderer: (CGSize, (CGContext) -> Void) -> Void
  ) {
    declared()
  }
}
