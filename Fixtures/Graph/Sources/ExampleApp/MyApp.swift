import DependenceGraph
import Shims

@Instantiable
public struct MyApp: App, Instantiable {
  public init(contentViewInstantiator: Instantiator<ContentView>) {
    self.contentViewInstantiator = contentViewInstantiator
  }

  public var body: some View {
    // Returns a new instance of a `ContentView`.
    contentViewInstantiator.instantiate()
  }

  /// A private property that knows how to instantiate a content view.
  @Instantiated private let contentViewInstantiator: Instantiator<ContentView>
}

@Instantiable
public struct ContentView: View, Instantiable {
  @Instantiated private let parentViewBuilder: ErasedOpener

  public var body: some View { parentViewBuilder.parent.instantiate() }
}

@Instantiable
public struct ErasedOpener: Instantiable {
  @Instantiated let parent: Instantiator<ParentView>
}

@Instantiable
public struct ParentView: View, Instantiable {
  public init(childViewBuilder: ErasedInstantiator<(), AnyView>) {
    self.childViewBuilder = childViewBuilder
  }

  public var body: some View {
    childViewBuilder.instantiate()
  }

  @Instantiated(fulfilledByType: "ChildView", erasedToConcreteExistential: true) private
    let childViewBuilder: ErasedInstantiator<(), AnyView>
}

@Instantiable
public struct ChildView: View, Instantiable {
  public var body: some View { Text("Child View") }
}
