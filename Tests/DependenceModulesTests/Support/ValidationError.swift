import DependenceModules
import DependenceTesting
import TestKeys
import Testing

/// Returns the error that the validation of `modules` throws, or `nil` if it finds no problem.
func validationError(
  of modules: Dependencies,
  by validate: (Dependencies) throws -> Void = { try $0.validate() }
) -> ModuleValidationError? {
  var found: ModuleValidationError?
  // Validation must throw its findings instead of reporting them as issues.
  let reported = issues {
    do { try validate(modules) } catch { found = error as? ModuleValidationError }
  }
  #expect(reported == [])
  return found
}
