import Dependence

extension Dependencies {
  /// Finds missing registrations, cycles and duplicates in the modules, without creating live
  /// values.
  ///
  /// ```swift
  /// @Test func `the modules of the app are complete`() throws {
  ///   try appModules.validate()
  /// }
  /// ```
  ///
  /// If a closure has parameters, they are its needs, and the closure is not run. Every other
  /// closure is *rehearsed*: it runs once on its own thread, with its own instances, in the context
  /// `test`. Keys have their test values there, unless the current scope overrides them.
  /// Dependencies that the closure reads are rehearsed too. Each `@Inject` property of a created
  /// value is checked without being resolved, and each reported issue is a finding. Closures that
  /// are marked with ``Module/skippingValidation()``, and asynchronous closures, are not run.
  ///
  /// A rehearsal that reads an unregistered dependency cannot continue. Its thread stays blocked,
  /// and locks that the closure holds are never released.
  ///
  /// - Parameter path: Properties that must also have a value, such as properties that modules have
  ///   to provide. They are rehearsed too.
  /// - Returns: The parts of the modules that were not checked.
  /// - Throws: ``ModuleValidationError`` with all findings.
  @discardableResult
  public func validate<each Value: Sendable>(
    _ path: repeat any KeyPath<Dependencies, each Value> & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws -> ModuleValidation {
    let site = SourceSite(fileID, filePath, line, column)
    var properties: [Slot] = []
    for path in repeat each path { properties.append(Slots.slot(of: path, at: site)) }
    var validator = ModuleValidator(self, over: .current, at: site)
    return try validator.validate(properties)
  }
}
