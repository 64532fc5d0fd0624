import Dependence
import DependenceTesting
import TestKeys
import Testing

struct ScopeStressTests {
  @Dependency(\.number) private var number

  @Test func `concurrent tasks never see the values of other scopes`() async {
    let foreign = await withTaskGroup { group in
      for reader in 0..<64 {
        group.addTask { [self] in
          var foreign = 0
          for round in 0..<200 {
            if number != 3 { foreign += 1 }
            if round % 20 == reader % 20 { await Task.yield() }
          }
          return foreign
        }
      }
      for writer in 0..<64 {
        group.addTask { [self] in
          var foreign = 0
          for round in 0..<200 {
            let own = writer * 1_000 + round + 10
            await withDependencies {
              $0.number = own
            } operation: {
              if number != own { foreign += 1 }
              if round % 20 == writer % 20 { await Task.yield() }
              async let child = number
              if await child != own { foreign += 1 }
            }
          }
          return foreign
        }
      }
      return await group.reduce(0, +)
    }

    #expect(foreign == 0)
  }
}
