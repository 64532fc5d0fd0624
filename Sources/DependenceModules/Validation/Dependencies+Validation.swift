import Dependence

extension Dependencies {
  /// Finds missing registrations, cycles and duplicates in the modules.
  ///
  /// Validation runs the modules' factory closures in the `test` context, so keys do not create
  /// live values. A closure may still create one, for example if it ignores the context. The result
  /// lists a closure that reads the context as not completely checked, unless you pass the argument
  /// `context`.
  ///
  /// ```swift
  /// @Test func `the modules of the app are complete`() throws {
  ///   try appModules.validate()
  /// }
  /// ```
  ///
  /// If a module's closure has parameters, their types identify the dependencies that it needs, so
  /// the closure is not run. Asynchronous closures, and closures marked with
  /// ``Module/skippingValidation()``, are not run either.
  ///
  /// Every other closure is *rehearsed*: it runs on its own thread, with its own instances. During
  /// a rehearsal, keys have their test values unless the current scope overrides them. If the
  /// closure reads other dependencies, their closures run as well, even if they have parameters or
  /// were rehearsed before. Each `@Inject` property created during a rehearsal is checked without
  /// being resolved, but properties of objects that already existed are not checked. Each issue
  /// reported during a rehearsal becomes a finding.
  ///
  /// A rehearsal that reads an unregistered dependency cannot continue. Its thread stays blocked
  /// and never releases any locks that the closure has acquired. If a later rehearsal takes longer
  /// than a minute, perhaps because it is waiting for such a lock, that is a finding, too.
  ///
  /// - Parameters:
  ///   - path: Additional properties whose values are created in a rehearsal, such as properties
  ///     that modules must provide.
  ///   - context: The context in which the closures run, or `nil` for `test`. In the context
  ///     `live`, keys have their live values unless the current scope overrides them, so the
  ///     closures may have the same effects as in the app.
  /// - Returns: A list of the factories and properties that were not checked.
  /// - Throws: ``ModuleValidationError`` with all findings.
  @discardableResult
  public func validate<each Value: Sendable>(
    _ path: repeat any KeyPath<Dependencies, each Value> & Sendable,
    in context: DependencyContext? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws -> ModuleValidation {
    let site = SourceSite(fileID, filePath, line, column)
    var properties: [Slot] = []
    for path in repeat each path { properties.append(Slots.slot(of: path, at: site)) }
    var validator = ModuleValidator(self, over: .current, in: context, at: site)
    return try validator.validate(properties)
  }
}
