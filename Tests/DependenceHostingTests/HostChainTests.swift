import Dependence
import DependenceHosting
import DependenceTesting
import TestKeys
import Testing

struct HostChainTests {
  private final class Link {
    var next: Link?
    let hosted: [DependencyValues]

    /// Creates a chain link with one host for each number.
    ///
    /// - Parameter numbers: The value with which each host overrides `number`, or `nil` if the host
    ///   overrides nothing.
    init(_ numbers: [Int?] = [], next: Link? = nil) {
      self.next = next
      hosted = numbers.map { number in
        DependencyValues().inheriting { values in
          if let number { values.number = number }
        }
      }
    }
  }

  private func values(from start: Link) -> DependencyValues {
    HostChain.nearestOverrides(from: start) {
      $0.next
    } hosted: {
      $0.hosted
    }
  }

  @Test func `the nearest host wins`() {
    let start = Link(next: Link([10], next: Link([20])))

    #expect(values(from: start).number == 10)
  }

  @Test func `the search includes the starting object itself`() {
    #expect(values(from: Link([10], next: Link([20]))).number == 10)
  }

  @Test func `if one object has two hosts, the first one wins`() {
    #expect(values(from: Link([10, 20])).number == 10)
  }

  @Test func `hosts without overrides are skipped`() {
    let start = Link([nil], next: Link([nil, 10], next: Link([20])))

    #expect(values(from: start).number == 10)
  }

  @Test func `a chain without hosts has no overrides`() {
    #expect(values(from: Link(next: Link())).isEmpty)
  }

  @Test func `keys without a host override use the default and ignore task-local overrides`() {
    let start = Link([10])

    withDependencies {
      $0.text = "scope"
    } operation: {
      #expect(values(from: start).text == "test")
      #expect(values(from: Link()).text == "test")
    }
  }

  @Test(arguments: 1..<5)
  func `the search ends in a cyclic chain`(length: Int) {
    let links = (0..<length).map { _ in Link() }
    for (index, link) in links.enumerated() { link.next = links[(index + 1) % length] }
    defer { for link in links { link.next = nil } }

    #expect(values(from: Link(next: links[0])).isEmpty)
  }
}
