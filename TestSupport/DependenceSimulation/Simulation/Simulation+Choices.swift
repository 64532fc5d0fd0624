import Dependence

extension Simulation {
  /// Returns one of several elements, and lets the search try each of them.
  ///
  /// ```swift
  /// let isFull = Simulation.choose("the disk is full", from: [false, true])
  /// ```
  ///
  /// A random search draws an element, and an exhaustive search tries them all. When a schedule fails, the search looks for
  /// a run that fails with the first element, so put the usual one first. The replay token contains the index of the
  /// element, and the steps of the failing run show its description.
  ///
  /// Other tasks cannot run during the call. With the schedule ``Schedule/fifo``, it returns the first element.
  ///
  /// Outside a simulation, the call is an issue, and returns the first element.
  ///
  /// - Parameters:
  ///   - name: The text by which the steps of a failing run name the choice.
  ///   - elements: The elements, in the same order in each run. An empty collection ends the process.
  /// - Complexity: O(*n*) for *n* elements, and one run for each element in an exhaustive search.
  public static func choose<Elements: Collection>(
    _ name: String,
    from elements: Elements,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Elements.Element {
    guard let first = elements.first else {
      preconditionFailure(
        """
        Simulation.choose("\(name)", from:) has no element to return, because the collection is empty. Pass at least \
        one element. (\(fileID):\(line))
        """
      )
    }
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let core = core(for: "Simulation.choose(\"\(name)\", from:)", at: site) else {
      return first
    }
    func element(_ number: Int) -> Elements.Element {
      elements[elements.index(elements.startIndex, offsetBy: number)]
    }
    let choice = core.choose(name, among: elements.count) { String(describing: element($0)) }
    return element(choice)
  }

  /// The simulation of the running code. If there is none, this reports an issue, because the search can try nothing.
  static func core(for function: String, at site: SourceSite) -> SimulationCore? {
    if let core = SimulationCore.current { return core }
    let message = """
      \(function) was called outside a simulation, where no search can make a choice, so only the first alternative is \
      tested. Give the test the trait .explore(_:), or call the function in explore or simulate.
      """
    IssuePath.deliver(message, at: site)
    return nil
  }
}
