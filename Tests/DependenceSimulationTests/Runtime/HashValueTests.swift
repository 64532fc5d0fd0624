import DependenceSimulation
import Testing

struct HashValueTests {
  /// The first hash value that a process computes is special: the replacement for `hashValue` then
  /// looks up the original function.
  @Test func `the first hash value of a floating-point number in a process is right`() async {
    await #expect(processExitsWith: .success) {
      let number = Double(CommandLine.arguments.count) + 0.5
      let first = number.hashValue
      precondition(first == number.hashValue)
    }
  }
}
