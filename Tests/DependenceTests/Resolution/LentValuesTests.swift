@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

struct LentValuesTests {
  private enum Key: DependencyKey {
    static var liveValue: Int { 1 }
    static var testValue: Int { 1 }
  }

  @Test func `what is lent lies in memory as what it stands for`() throws {
    #expect(MemoryLayout<LentValues>.size == MemoryLayout<DependencyValues>.size)
    #expect(MemoryLayout<LentValues>.alignment == MemoryLayout<DependencyValues>.alignment)
    let place = ReadSite.Place(#fileID, #filePath, #line, #column)
    let reader = Uncounted<ReadSite>(TypedReadSite<Int>.of(Key.self, at: place).object)

    try withDependencies {
      $0[Key.self] = 2
    } operation: {
      var lent = try #require(LentValues(to: reader))
      // A copy that outlives the loan counts as any other.
      let copy = lent.value(at: \.self)

      #expect(copy.head === Frame.bound)
      #expect(copy.reader?.object === reader.object)
      #expect(copy.purpose == .reading)
      #expect(copy[Key.self] == 2)
    }
  }

  @Test func `a copy of what was lent may be kept by the property that read it`() {
    let kept = withDependencies {
      $0[Key.self] = 3
    } operation: {
      Dependency(\.keptValues).wrappedValue
    }

    #expect(kept()[Key.self] == 3)
  }
}

extension DependencyValues {
  fileprivate var keptValues: @Sendable () -> DependencyValues {
    { [values = self] in values }
  }
}
