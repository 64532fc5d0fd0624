import TestEffort
import Testing

@testable import DependenceGraphAnalysis

/// Tests that compare the solver with a reference implementation on hundreds of random graphs, or
/// on thousands in a thorough run.
struct RandomGraphTests {
  /// The number of graphs that the test checks for each argument.
  private static let count = UInt64(Effort.isThorough ? 250 : 30)

  @Test(arguments: 0..<8)
  func `the solver agrees with a reference solver that follows every path`(part: UInt64) {
    for seed in part * 250..<part * 250 + Self.count {
      let project = Project.random(seed: seed)
      let analysis = Analysis(project)
      let nodes = analysis.graph.nodes
      let roots = analysis.graph.roots.map { nodes[$0].type.name }
      let findings = Validator.findings(in: analysis)

      let expected = PathUnfolder(project, roots: roots)

      let lacking = findings.filter { finding in
        [.notAvailable, .misspelled, .rootReceives].contains(finding.kind)
      }
      #expect(Set(lacking.map(\.location)) == Set(expected.lacks.map(\.location)), "seed \(seed)")
      let incomplete = analysis.graph.roots.filter { !nodes[$0].needs.isEmpty }
      #expect(
        Set(incomplete.map { nodes[$0].type.name }) == Set(expected.lacks.map(\.root)),
        "seed \(seed)"
      )
      let endless = findings.filter { $0.kind == .constantCycle }
      #expect(
        Set(endless.map(\.owner)) == expected.endlessClasses(in: project.types.map(\.name)),
        "seed \(seed)"
      )
      #expect(orders(in: analysis) == expected.orders, "seed \(seed)")
      #expect(optionals(in: analysis) == expected.optionals, "seed \(seed)")
    }
  }

  @Test(arguments: [0..<1_000])
  func `the random graphs include valid graphs and all kinds of findings`(seeds: Range<Int>) {
    var kinds: [Finding.Kind: Int] = [:]
    var valid = 0
    for seed in seeds {
      let analysis = Analysis(.random(seed: UInt64(seed)))
      let findings = Validator.findings(in: analysis, isPartial: true)
      if findings.isEmpty, analysis.graph.nodes.count > 2 { valid += 1 }
      for kind in Set(findings.map(\.kind)) { kinds[kind, default: 0] += 1 }
    }

    #expect(valid > 50)
    for kind: Finding.Kind in [
      .notAvailable, .rootReceives, .constantCycle, .siblingCycle, .receivedWhereInstantiated,
      .forwardedWithoutInstantiator,
    ] {
      #expect(kinds[kind, default: 0] > 5, "\(kind)")
    }
  }

  @Test(arguments: 0..<2)
  func `a property is created after the properties that it needs`(part: UInt64) {
    for seed in part * 250..<part * 250 + Self.count {
      let analysis = Analysis(.random(seed: seed))
      for (index, node) in analysis.graph.nodes.enumerated() {
        let siblings = GraphSolver.siblings(in: analysis.graph.nodes, of: index)
        var made: Set<Int> = []
        for index in node.makingOrder {
          #expect(Set(siblings[index]).isSubset(of: made), "seed \(seed)")
          made.insert(index)
        }
        let hasCycle = Validator.findings(in: analysis).contains {
          [.siblingCycle, .receivedWhereInstantiated].contains($0.kind)
        }
        if !hasCycle { #expect(made.count == node.properties.count(where: \.isMade)) }
      }
    }
  }

  /// Returns the properties that must be created after other properties of the same type, for every
  /// type that a root reaches.
  private func orders(in analysis: Analysis) -> Set<PathUnfolder.Order> {
    let isUnderRoot = analysis.isUnderRoot
    var orders: Set<PathUnfolder.Order> = []
    for (index, node) in analysis.graph.nodes.enumerated() where isUnderRoot[index] {
      let wanted = GraphSolver.wantedSiblings(in: analysis.graph.nodes, of: index)
      for (index, needed) in zip(wanted.required, wanted.optional).enumerated() {
        for other in needed.0 + needed.1 {
          orders.insert(
            PathUnfolder.Order(
              owner: node.type.name,
              property: node.properties[index].declaration.label,
              needed: node.properties[other].declaration.label
            )
          )
        }
      }
    }
    return orders
  }

  /// Returns the possible values of each optional property in generated code, which passes on only
  /// the optional values that a node needs. The set contains `true` if the property can get a
  /// value, and `false` if it can get `nil`.
  private func optionals(in analysis: Analysis) -> [String: Set<Bool>] {
    struct Visit: Hashable {
      var node: Int
      var passedValues: Set<Graph.Need>
    }
    var optionals: [String: Set<Bool>] = [:]
    var seen: Set<Visit> = []
    var pending = analysis.graph.roots.map { Visit(node: $0, passedValues: []) }
    while let visit = pending.popLast() {
      guard seen.insert(visit).inserted else { continue }
      let node = analysis.graph.nodes[visit.node]
      let provided = Set(node.provided + node.provided.map(\.wrapped))
      for property in node.properties where property.declaration.onlyIfAvailable {
        optionals["\(node.type.name).\(property.declaration.label)", default: []]
          .insert(visit.passedValues.contains(property.need.wrapped))
      }
      for child in node.properties.compactMap(\.child) {
        let node = analysis.graph.nodes[child]
        let passedValues = (node.needs + node.optionalNeeds).filter {
          provided.contains($0) || visit.passedValues.contains($0)
        }
        pending.append(Visit(node: child, passedValues: Set(passedValues)))
      }
    }
    return optionals
  }
}
