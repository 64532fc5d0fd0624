import DependenceGraph

extension DependencyValues {
  @DependencyEntry(test: "test note")
  var greeting: String = "note"
}
