import Dependence

extension Dependencies {
  /// Looks for what the modules need and nothing registers, for cycles and for duplicates, and builds
  /// nothing live.
  ///
  /// ```swift
  /// @Test func `the modules of the app are complete`() throws {
  ///   try appModules.validate()
  /// }
  /// ```
  ///
  /// What a module says that it needs, in the parameters of its closure, is known without running it.
  /// Every other closure is *rehearsed*: run once, on a thread and in a root of its own, in the context
  /// `test`, where keys give their test values, or what the scope around overrides. What it reads is made
  /// by rehearsal too, every `@Inject` in what it makes is noted and not resolved, and every issue that is
  /// reported is a finding. A closure that touches the world when it makes its value is marked with
  /// ``Module/skippingValidation()`` and not run, nor is one that makes its value asynchronously.
  ///
  /// A rehearsal that meets what is not there cannot go on: its thread stays where it is, and so does what
  /// the closure has locked.
  ///
  /// - Parameter path: Properties that have to be there as well, such as those that are left to modules;
  ///   they are rehearsed.
  /// - Returns: What was not looked into.
  /// - Throws: ``ModuleValidationError`` with everything that is wrong.
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
