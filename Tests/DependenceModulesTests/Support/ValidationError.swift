import DependenceModules
import DependenceTesting
import TestKeys
import Testing

/// The error that the validation throws, or `nil` if it finds no problem.
func validationError(
  of modules: Dependencies,
  by validate: (Dependencies) throws -> Void = { try $0.validate() }
) -> ModuleValidationError? {
  var found: ModuleValidationError?
  // Validation throws all findings and reports no issues.
  let reported = issues {
    do { try validate(modules) } catch { found = error as? ModuleValidationError }
  }
  #expect(reported == [])
  return found
}
