import DependenceTesting
import Testing

struct TestCaseArgumentsTests {
  /// Returns the static type of a value that is stored in an existential value.
  private func storedType(of value: Any) -> Any.Type {
    func type<Value>(_: Value) -> Any.Type { Value.self }
    return _openExistential(value, do: type)
  }

  @Test(arguments: [7], ["a"])
  func `arguments have their own types`(number: Int, text: String) throws {
    let values = try #require(Test.Case.current).argumentValues

    #expect(values as? [AnyHashable] == [number, text])
    #expect(
      values.map { ObjectIdentifier(storedType(of: $0)) }
        == [Int.self, String.self].map { ObjectIdentifier($0 as Any.Type) }
    )
  }
}
