@testable import DependenceSimulation
import Testing

struct TestFunctionTests {
  @Test func `closures have the layout that a copy of a test function needs`() {
    #expect(TestFunction.isSupported)
  }

  @Test func `a copy of a test function can be called after the original is gone`() async throws {
    let calls = Calls()
    let copy = try #require(copy { await calls.add() })

    try await copy.body()
    try await copy.body()

    #expect(await calls.count == 2)
  }

  private actor Calls {
    private(set) var count = 0

    func add() { count += 1 }
  }

  private func copy(_ function: TestFunction.Body) -> TestFunction? {
    withoutActuallyEscaping(function) { TestFunction(copying: $0) }
  }
}
