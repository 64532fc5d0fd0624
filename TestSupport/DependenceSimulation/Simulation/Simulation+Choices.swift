import Dependence

extension Simulation {
  /// Returns one of the given elements, and lets the search try each of them.
  ///
  /// ```swift
  /// let isFull = Simulation.choose("the disk is full", from: [false, true])
  /// ```
  ///
  /// A random search picks an element at random, and an exhaustive search tries all of them. Put
  /// the most common element first: after a failure, the search simplifies the schedule, and
  /// replaces the chosen element with the first one if the test still fails. The replay token
  /// contains the index of the chosen element, and the failure message shows its description.
  ///
  /// Other tasks cannot run during the call. With ``Schedule/fifo``, the call returns the first
  /// element.
  ///
  /// Outside a simulation, this function reports an issue and returns the first element.
  ///
  /// - Parameters:
  ///   - name: The choice's name in the list of steps that a failing test prints.
  ///   - elements: The elements to choose from. Pass them in the same order in each run. The
  ///     process ends if the collection is empty.
  /// - Complexity: O(1) if the collection conforms to `RandomAccessCollection`, otherwise O(*n*) for
  ///   *n* elements. An exhaustive search needs at least one run for each element.
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

  /// Whether the test runs without its simulation, in order to record the responses of its calls.
  @TaskLocal static var isReplacedByRecording = false

  /// Returns the simulation that runs the calling code. Outside a simulation, returns `nil` and
  /// reports an issue, because no search can try the call's alternatives there. A test that records
  /// its calls reports no issue, because the search takes place when the recording is replayed.
  static func core(for function: String, at site: SourceSite) -> SimulationCore? {
    if let core = SimulationCore.current { return core }
    if isReplacedByRecording { return nil }
    let message = """
      \(function) was called outside a simulation, where no search can try its alternatives, so only the first one is \
      tested. Add the trait .explore(_:) to the test, or make the call in the body of explore or simulate.
      """
    IssuePath.deliver(message, at: site)
    return nil
  }
}
