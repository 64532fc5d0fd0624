extension ChoiceTree {
  /// What a run has brought.
  struct Growth {
    /// Whether another run stands for this one.
    var isRedundant = false
    /// How many alternatives fewer there are to explore; less than 0 if there are more again.
    var pruned = 0
    /// The choices that may have alternatives to hand out now, the deepest last.
    var changed: [Int] = []
  }

  /// Adds the choices of a run that explored a branch.
  ///
  /// - Parameter branch: Nil if it is the first run of all.
  mutating func grow(
    with record: RunRecord,
    from branch: Branch?,
    pruning: ExhaustiveSearch.Pruning
  ) -> Growth {
    switch pruning {
    case .none: addChoices(of: record, from: branch)
    case .independentTasks: addAwakeChoices(of: record, from: branch)
    }
  }

  private mutating func addChoices(of record: RunRecord, from branch: Branch?) -> Growth {
    var growth = Growth()
    var origin = branch
    let start = branch.map { self[$0.node].step + 1 } ?? 0
    for index in start..<record.steps.count where record.steps[index].candidates.count > 1 {
      let step = record.steps[index]
      let node = insert(ChoiceNode(step, at: index, from: origin, taken: step.choice))
      growth.changed.append(node)
      origin = Branch(node: node, choice: step.choice)
    }
    close(origin)
    return growth
  }
}
