// The macro derived the type of 'port' from its initial value.
import DependenceMacros

extension DependencyValues {
  // The macro cannot see that this initializer returns an optional.
  @DependencyEntry(lifetime: .transient) var port = Int("8080")
}
