import DependenceModules
import DependenceTesting
import TestKeys
import Testing

/// The error of a validation; nil if it finds nothing wrong.
func validationError(
  of modules: Dependencies,
  by validate: (Dependencies) throws -> Void = { try $0.validate() }
) -> ModuleValidationError? {
  var found: ModuleValidationError?
  // Nothing is reported: what is wrong is thrown.
  let reported = issues {
    do { try validate(modules) } catch { found = error as? ModuleValidationError }
  }
  #expect(reported == [])
  return found
}
