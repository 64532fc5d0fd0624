import Dependence

extension Dependencies {
  /// Returns a copy of this list of modules in which `decorate` modifies the values of type `Value`.
  /// Each value that a factory creates is passed to `decorate`, and the result replaces the value.
  ///
  /// `decorate` is called after the factory and in the same scope, so that scope's overrides also
  /// apply in `decorate`. You can decorate the same type more than once, in which case each
  /// function receives the previous one's result. If no module in the list registers `Value`, this
  /// method reports an issue and returns the list unchanged.
  public func decorated<Value: Sendable>(
    by decorate: @escaping @Sendable (Value) -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Dependencies {
    if !modules.contains(where: { $0.registration is Registration<Value> }) {
      let site = SourceSite(fileID, filePath, line, column)
      let message = ModuleMessages.nothingToDecorate(Value.self, modules.map(\.slot))
      IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
    }
    return mapRegistrations { module in
      (module.registration as? Registration<Value>)?.decorated(by: decorate) ?? module.registration
    }
  }

  /// Returns a copy of this list of modules that calls `observe` with each dependency's name and
  /// value when the value is created.
  ///
  /// `observe` is called right after the factory returns. For a synchronous factory, this happens
  /// on the thread that first reads the dependency.
  public func observed(
    by observe: @escaping @Sendable (_ name: String, _ value: any Sendable) -> Void
  ) -> Dependencies {
    mapRegistrations { module in
      module.registration.observed { [slot = module.slot] in observe(slot.name, $0) }
    }
  }

  private func mapRegistrations(_ transform: (Module) -> any AnyRegistration) -> Dependencies {
    Dependencies {
      for var module in modules {
        let _ = module.registration = transform(module)
        module
      }
    }
  }
}
