@testable import Dependence
@testable import DependenceKernel
import DependenceTesting
import TestKeys
import Testing

/// A family of keys, with one key for each pair of types.
private enum Digit<Tens, Ones>: DependencyKey {
  static var liveValue: Int { -1 }
  static var testValue: Int { -1 }
}

private enum D0 {}
private enum D1 {}
private enum D2 {}
private enum D3 {}
private enum D4 {}
private enum D5 {}

private let records: [KeyRecord<Int>] = {
  func row<Tens>(_: Tens.Type) -> [KeyRecord<Int>] {
    [
      .of(Digit<Tens, D0>.self), .of(Digit<Tens, D1>.self), .of(Digit<Tens, D2>.self),
      .of(Digit<Tens, D3>.self), .of(Digit<Tens, D4>.self), .of(Digit<Tens, D5>.self),
    ]
  }
  return row(D0.self) + row(D1.self) + row(D2.self) + row(D3.self) + row(D4.self) + row(D5.self)
}()

struct FrameTests {
  /// A chain of frames, and the overrides that lookups in this chain must find.
  private struct Model {
    var frame: Frame
    var expected: [Int: Int] = [:]

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
      for (number, record) in records.enumerated() {
        let found = frame.override(of: record)?.value
        #expect(found == expected[number], sourceLocation: sourceLocation)
      }
    }
  }

  /// Creates 201 chains of frames. Each chain except the first one extends an earlier one.
  private func makeModels(seed: UInt64) -> [Model] {
    var random = SeededRandomNumberGenerator(seed: seed)
    var models = [Model(frame: RootFrame(DependencyRoot(owner: nil)))]

    for _ in 0..<200 {
      // A random earlier chain is extended, so that several chains share their lower frames.
      guard var model = models.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        model.frame = ScopeFrame(over: model.frame, reporter: IssueRecorder())
      case 1:
        model.frame = Computation(
          of: records[0],
          over: model.frame,
          in: Computation.Surroundings(of: model.frame),
          readAt: .unknown
        )
      case 2:
        // Lookups create an index. It is therefore created early in some chains and late in others.
        model.check()
      default:
        let number = records.indices.randomElement(using: &random) ?? 0
        let value = Int.random(in: 0..<1_000, using: &random)
        model.frame = OverrideFrame(
          records[number],
          value,
          over: model.frame,
          isInsideOperation: false
        )
        model.expected[number] = value
      }
      models.append(model)
    }
    return models
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `lookups in branching frame chains match a dictionary`(seed: UInt64) {
    for model in makeModels(seed: seed) { model.check() }
  }

  @Test(arguments: 20..<30 as Range<UInt64>)
  func `a frame chain copied onto another root has the same overrides`(seed: UInt64) {
    let bottom = RootFrame(DependencyRoot(owner: nil))

    for var model in makeModels(seed: seed) {
      model.frame = model.frame.copied(onto: bottom)
      #expect(model.frame.root === bottom.root)
      model.check()
    }
  }

  @Test func `a thousand nested scopes resolve correctly and unwind`() {
    func nest(_ depth: Int) {
      guard depth < 1_000 else {
        #expect(DependencyValues.current.number == 999)
        #expect(DependencyValues.current.text == "outermost")
        return
      }
      withDependencies {
        $0.number = depth
      } operation: {
        nest(depth + 1)
        #expect(DependencyValues.current.number == depth)
      }
    }

    withDependencies {
      $0.text = "outermost"
    } operation: {
      nest(0)
    }
    #expect(DependencyValues.current.number == 3)
  }

  @Test func `a very long frame chain is released without a stack overflow`() {
    var frame: Frame = RootFrame(DependencyRoot(owner: nil))
    for value in 0..<200_000 {
      frame = OverrideFrame(
        records[0],
        value,
        over: frame,
        isInsideOperation: false
      )
    }

    #expect(frame.override(of: records[0])?.value == 199_999)

    let copy = frame.copied(onto: RootFrame(DependencyRoot(owner: nil)))
    #expect(copy.override(of: records[0])?.value == 199_999)
  }
}
