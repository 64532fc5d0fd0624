import Dependence
import DependenceTesting

#if canImport(Testing)
import Testing
#endif

/// The identity of a test case that records or replays calls.
struct TestIdentity: Sendable {
  /// The test's name, as shown in error messages.
  let name: String
  /// The name that distinguishes the test from all other tests, such as `AppTests.Suite/test()`.
  let fullName: String
  /// A string that is unique to this test case. The cases of a parameterized test have different
  /// strings.
  let id: String
  /// A regular expression for `swift test --filter` that matches only this test. It can be enclosed
  /// in single quotes in a shell.
  let filter: String
  /// The arguments of a case of a parameterized test, which are part of its recording's file name.
  var arguments: [TestArgument] = []
}

/// An argument of a case of a parameterized test.
struct TestArgument: Sendable {
  let text: String
  /// The argument encoded as JSON, or `nil` if it cannot be encoded.
  let json: JSONText?

  init(_ value: Any) {
    text = "\(value)"
    json = try? ValueCoding.encode(value)
  }

  /// Whether the argument contains a secret, and so must not be part of a file name. A secret is a
  /// string that `redaction` replaces, or the value of an environment variable whose name suggests
  /// a secret.
  func isSecret(_ redaction: Redaction, _ secrets: EnvironmentSecrets) -> Bool {
    let values = [.string(text)] + (json.map { [$0] } ?? [])
    let call = RecordedCall(endpoint: "", arguments: .array(values), outcome: .returned(.null))
    return secrets.name(foundIn: [call]) != nil
      || values.contains { value in
        // An error means that a rule cannot be applied to the argument, so it may be secret.
        (try? redaction.redact(value)) != value
      }
  }
}

extension TestIdentity {
  /// Creates the identity of a test that is known only by its name, as in XCTest.
  ///
  /// XCTest names a test `APITests.testFetch` on Linux and `-[AppTests.APITests testFetch]` on
  /// Apple platforms. `swift test` matches the filter against `AppTests.APITests/testFetch`.
  init(name: String) {
    (self.name, fullName, id) = (name, name, name)
    var path = name
    if name.hasPrefix("-["), name.hasSuffix("]") {
      path = String(name.dropFirst(2).dropLast()).replacing(" ", with: "/")
    } else if let dot = name.lastIndex(of: ".") {
      path.replaceSubrange(dot...dot, with: "/")
    }
    filter = #"\b"# + Self.pattern(path) + "$"
  }

  /// The name that identifies the test in its recording, such as `Suite/test()`. It contains the
  /// test's suites. Tests in different suites of one source file can have the same name, and
  /// therefore use the same recording by mistake. This error is detected because their suites
  /// differ. The name does not contain the module, because a source file, and therefore its folder
  /// of recordings, belongs to one module.
  var recordedName: String {
    // XCTest names a test by its class and method, without the module.
    guard fullName != name, let dot = fullName.firstIndex(of: ".") else { return name }
    return String(fullName[dot...].dropFirst())
  }

  /// Whether a recording that contains the given test name belongs to this test. The recording may
  /// come from another platform, where XCTest uses another form of the name.
  func isNamed(_ name: String) -> Bool {
    name == recordedName || Self.portable(name) == Self.portable(recordedName)
  }

  /// Converts an XCTest test name to the form used on Linux. Returns other names unchanged.
  private static func portable(_ name: String) -> String {
    guard name.hasPrefix("-["), name.hasSuffix("]") else { return name }
    let parts = name.dropFirst(2).dropLast().split { $0 == " " || $0 == "." }
    return parts.suffix(2).joined(separator: ".")
  }

  /// Returns a regular expression that matches `text`.
  private static func pattern(_ text: String) -> String {
    // A single quote would end the quoted argument in the shell, so match any character instead.
    text.replacing(/[\\^$.|?*+()\[\]{}]/) { #"\"# + $0.output }.replacing("'", with: ".")
  }
}

#if canImport(Testing)
extension TestIdentity {
  /// Creates the identity of the currently running test case of `test`.
  init(_ test: Test) {
    let testCase = test.isParameterized ? Test.Case.current : nil
    let location = test.sourceLocation
    // The test's identifier ends with its file, line and column. Remove them from the full name,
    // and keep only the file in the filter, because the line changes when the file is edited.
    let file = "/\(location.fileName):"
    let path = "\(test.id)".split(separator: file).dropLast().joined(separator: file)
    name = test.name
    fullName = path
    id = "\(test.id) \(testCase?.argumentIDs ?? [])"
    filter = "^" + Self.pattern(path + file)
    arguments = testCase?.argumentValues.map { TestArgument($0) } ?? []
  }
}
#endif
