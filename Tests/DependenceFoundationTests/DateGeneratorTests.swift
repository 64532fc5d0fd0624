import Dependence
import DependenceFoundation
import DependenceTesting
import Foundation
import TestKeys
import Testing

private let reference = Date(timeIntervalSinceReferenceDate: 0)

struct DateGeneratorTests {
  @Dependency(\.date) private var date

  @Test(.dependency(\.date, .constant(reference + 5)))
  func `a constant date is the same at every call`() {
    #expect([date(), date.now, date()] == [reference + 5, reference + 5, reference + 5])
  }

  @Test(.dependency(\.date, .incrementing(from: reference, by: .milliseconds(1500))))
  func `incrementing dates go on by a step at every call`() {
    #expect([date(), date.now, date()] == [reference, reference + 1.5, reference + 3])
  }

  @Test(arguments: [Duration.seconds(-60), .zero, .nanoseconds(500), .seconds(86_400 * 365)])
  func `a step may be of any length and direction`(step: Duration) {
    let dates = DateGenerator.incrementing(from: reference, by: step)
    _ = dates()

    #expect(dates().timeIntervalSince(reference) == step / .seconds(1))
  }

  @Test(.dependency(\.date, .incrementing()))
  func `incrementing dates begin at a fixed one and go on by seconds`() {
    #expect([date(), date()] == [reference, reference + 1])
  }

  @Test func `each incrementing generator begins anew`() {
    _ = DateGenerator.incrementing()()

    #expect(DateGenerator.incrementing()() == reference)
  }

  @Test func `steps do not add up their errors`() {
    let dates = DateGenerator.incrementing(from: reference, by: .milliseconds(100))

    let last = (0...10_000).reduce(reference) { _, _ in dates() }

    #expect(last == reference + 1_000)
  }

  @Test func `tasks never get one date twice`() async {
    let generator = DateGenerator.incrementing(from: reference)

    let dates = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in generator() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }

    #expect(dates.sorted() == (0..<4_000).map { reference + Double($0) })
  }

  @Test(.dependencies { $0.date = DateGenerator { reference + 7 } })
  func `a closure makes the dates`() {
    #expect(date() == reference + 7)
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func `outside tests it is the system's clock`(context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      let before = Date()
      let read = date()
      #expect(before <= read && read <= Date())
    }
  }

  @Test func `a test that did not override it gets an issue at every call`() {
    let line = #line + 2
    let issues = issues {
      #expect(date() == reference)
      #expect(date() == reference)
    }

    #expect(issues.map(\.site.line) == [line, line + 1])
    #expect(
      issues.map(\.kind) == [.unimplemented(endpoint: "date"), .unimplemented(endpoint: "date")]
    )
    #expect(
      issues.first?.message == """
        date was called, but is unimplemented here. Override it for this test with $0.date = \
        .constant(Date()), in withDependencies { … } or .dependencies { … }.
        """
    )
  }

  @Test(arguments: 0..<2)
  func `the property reports where the generator was read, in each test`(repetition: Int) {
    let line = #line + 2
    let issues = issues {
      @Dependency(\.date) var date
      #expect(date.now == reference)
      #expect(date.now == reference)
    }

    #expect(issues.map(\.site.line) == [line, line])
    #expect(issues.allSatisfy { $0.site.fileID == #fileID })
  }

  @Test func `an unimplemented generator that no read needed reports where it was declared`() {
    let issues = issues { _ = DateGenerator.unimplemented.now }

    #expect(issues.map(\.site.fileID) == ["DependenceFoundation/DateGenerator.swift"])
  }

  @Test func `overriding it reports nothing`() {
    let issues = issues {
      withDependencies {
        $0.date = .constant(reference)
      } operation: {
        _ = date()
      }
    }

    #expect(issues.isEmpty)
  }
}
