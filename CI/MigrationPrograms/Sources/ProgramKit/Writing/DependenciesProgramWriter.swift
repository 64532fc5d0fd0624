/// A generator of random programs that declare and read dependencies with swift-dependencies.
///
/// The programs avoid two documented differences between swift-dependencies and this library,
/// because a migration report cannot mention them:
///
/// - This library's property wrapper prefers the scope in which the enclosing object was created.
///   Therefore, a program reads a wrapped property only in that scope or outside all scopes.
/// - A default value may read other dependencies. In a scope that overrides one of them, this
///   library creates the default value again. Therefore, a program does not override such a
///   dependency.
struct DependenciesProgramWriter {
  private let number: Int
  private var random: ProgramRandom
  private(set) var services: [Service] = []
  /// The tags, such as `17_2`, of services that are read while another service's default value is
  /// created.
  private var eager: Set<String> = []
  /// The names of generated classes that read dependencies and have a method `child()`, which
  /// creates another object with the same dependencies.
  private var classes: Set<String> = []

  init(_ number: Int, _ random: ProgramRandom) { (self.number, self.random) = (number, random) }

  mutating func write() -> String {
    services = random.services(of: number, count: random.number(2...4), withParameters: false)
    eager = Set(services.flatMap(\.needs).map(\.tag))
    var lines = ["import Dependencies", "import Foundation", "import Tracing", ""]
    for service in services { lines += service.declarations + key(of: service) }
    lines += client()
    let owners = owners()
    lines += owners.flatMap(\.declaration)
    lines += ["func run\(number)() {"] + steps(owners.map(\.name)).map { "  \($0)" } + ["}", ""]
    return lines.joined(separator: "\n")
  }

  // MARK: - Keys

  private mutating func key(of service: Service) -> [String] {
    let reads = service.needs.map { need in
      random.pick([
        "Dependency(\\.value\(need.tag)).wrappedValue",
        "DependencyValues._current.value\(need.tag)",
      ])
    }
    let made = service.make(reads)
    let live =
      random.chance(50)
      ? ["static let liveValue: \(service.type) = \(made)"]
      : ["static var liveValue: \(service.type) { \(made) }"]
    var members = live
    if random.chance(30) {
      members.append("static let testValue: \(service.type) = \(service.replacement)")
    }
    if random.chance(10) {
      members.append("static var previewValue: \(service.type) { \(service.replacement) }")
    }
    let access = random.pick(["", "private "])
    return ["\(access)enum Key\(service.tag): DependencyKey {"] + members.map { "  \($0)" }
      + ["}", "", "extension DependencyValues {", "  var value\(service.tag): \(service.type) {"]
      + [
        "    get { self[Key\(service.tag).self] }",
        "    set { self[Key\(service.tag).self] = newValue }",
      ]
      + ["  }", "}", ""]
  }

  /// Returns the declaration of a client, a struct whose closure reads a dependency at each call.
  private mutating func client() -> [String] {
    let service = random.pick(services)
    let read = random.pick([
      "@Dependency(\\.value\(service.tag)) var value; return \"\\(value.text) \\($0)\"",
      "return \"\\(Dependency(\\.value\(service.tag)).wrappedValue.text) \\($0)\"",
    ])
    var lines = [
      "struct Client\(number): Sendable {", "  var fetch: @Sendable (Int) -> String", "}", "",
    ]
    lines += ["extension Client\(number): DependencyKey {"]
    lines += ["  static let liveValue = Client\(number)(fetch: { \(read) })"]
    if random.chance(30) {
      lines += [
        "  static let testValue = Client\(number)(fetch: unimplemented(\"Client\(number).fetch\", placeholder: \"\"))"
      ]
    }
    lines += ["}", "", "extension DependencyValues {", "  var client\(number): Client\(number) {"]
    lines += [
      "    get { self[Client\(number).self] }", "    set { self[Client\(number).self] = newValue }",
    ]
    return lines + ["  }", "}", ""]
  }

  // MARK: - Readers

  private mutating func owners() -> [(name: String, declaration: [String])] {
    (0..<random.number(1...2)).map { index in
      let name = "Owner\(number)_\(index)"
      var members: [String] = []
      var texts: [String] = []
      for service in services.shuffled(using: &random).prefix(random.number(1...2)) {
        members.append(
          "@Dependency(\\.value\(service.tag)) \(random.pick(["var", "private var"])) read\(service.tag)"
        )
        texts.append("\\(read\(service.tag).text)")
      }
      if random.chance(40) {
        let argument = random.pick(["\\.client\(number)", "Client\(number).self"])
        members.append("@Dependency(\(argument)) var client\(number)")
        texts.append("\\(client\(number).fetch(\(index)))")
      }
      switch random.number(0...5) {
      case 0:
        members.append("@Dependency(\\.client\(number).fetch) private var fetch")
        texts.append("\\(fetch(7))")
      case 1:
        let service = random.pick(services)
        members.append("let kept\(service.tag) = Dependency(\\.value\(service.tag)).wrappedValue")
        texts.append("\\(kept\(service.tag).text)")
      default: break
      }
      let head = random.pick(["final class", "final class", "struct"])
      var lines = ["\(head) \(name) {"] + members.map { "  \($0)" }
      lines.append("  var text: String { \"\(texts.joined(separator: " "))\" }")
      if head == "final class" {
        classes.insert(name)
        lines += ["  func child() -> String {"]
        lines += ["    withDependencies(from: self) { Leaf\(number)_\(index)().text }", "  }"]
      }
      lines += ["}", ""]
      let service = random.pick(services)
      lines += [
        "final class Leaf\(number)_\(index) {",
        "  @Dependency(\\.value\(service.tag)) var read\(service.tag)",
      ]
      lines += ["  init() {}", "  var text: String { read\(service.tag).text }", "}", ""]
      return (name, lines)
    }
  }

  private mutating func steps(_ owners: [String]) -> [String] {
    var steps: [String] = []
    if random.chance(25), let service = overridable.randomElement(using: &random) {
      steps.append("prepareDependencies { $0.value\(service.tag) = \(service.replacement) }")
    }
    for index in 0..<random.number(3...6) {
      switch random.number(0...10) {
      case 7:
        steps += ["withDependencies {", "  $0.client\(number).fetch = \(endpoint())"]
        steps += ["} operation: {", "  @Dependency(\\.client\(number)) var client\(number)"]
        steps += ["  trace(\"called client\(number)\", client\(number).fetch(\(index)))", "}"]
      case 8:
        steps += ["withDependencies {", "  $0.uuid = .incrementing"]
        steps += [
          "  \(random.pick(["$0.date.now = ", "$0.date = .constant("]))Date(timeIntervalSince1970: \(index))"
        ]
        steps[steps.count - 1] += steps.last?.contains("constant") == true ? ")" : ""
        steps += ["} operation: {", "  @Dependency(\\.uuid) var uuid"]
        steps += ["  @Dependency(\\.date.now) var now"]
        steps += ["  trace(\"first value\(number)\", \"\\(uuid()) \\(now.timeIntervalSince1970)\")"]
        steps += [
          "  trace(\"second value\(number)\", \"\\(uuid()) \\(now.timeIntervalSince1970)\")", "}",
        ]
      case 9:
        guard let outer = overridable.randomElement(using: &random) else { continue }
        guard let inner = overridable.randomElement(using: &random) else { continue }
        let owner = random.pick(owners)
        steps += ["withDependencies {", "  $0.value\(outer.tag) = \(outer.replacement)"]
        steps += ["} operation: {", "  withDependencies {"]
        steps += ["    $0.value\(inner.tag) = \(inner.replacement)", "  } operation: {"]
        steps += ["    trace(\"nested\(outer.tag) \(inner.tag)\", \(owner)().text)", "  }"]
        steps += ["  trace(\"outer\(outer.tag) \(inner.tag)\", \(owner)().text)", "}"]
      case 10:
        guard random.chance(30), let service = overridable.randomElement(using: &random) else {
          continue
        }
        steps.append("prepareDependencies { $0.value\(service.tag) = \(service.replacement) }")
      case 0, 1:
        let owner = random.pick(owners)
        steps.append("let owner\(index) = \(owner)()")
        for _ in 0..<random.number(1...2) {
          steps.append("trace(\"\(owner)\", owner\(index).text)")
        }
        if classes.contains(owner) {
          steps.append("trace(\"child \(owner)\", owner\(index).child())")
        }
      case 2, 3:
        guard let service = overridable.randomElement(using: &random) else { continue }
        let owner = random.pick(owners)
        let scope = random.pick([
          "withDependencies", "withDependencies", "DependencyValues.withValues",
        ])
        steps.append("let owner\(index) = \(scope) {")
        steps.append("  $0.value\(service.tag) = \(service.replacement)")
        steps += ["} operation: {", "  let owner = \(owner)()"]
        steps.append("  trace(\"scoped\(service.tag) \(owner)\", owner.text)")
        steps += ["  return owner", "}"]
        steps.append("trace(\"left\(service.tag) \(owner)\", owner\(index).text)")
      case 4:
        let service = random.pick(services)
        steps.append("do {")
        steps.append("  @Dependency(\\.value\(service.tag)) var value")
        steps += ["  trace(\"local\(service.tag)\", value.text)", "}"]
      case 5:
        guard let service = overridable.randomElement(using: &random) else { continue }
        steps.append("let later\(index) = withDependencies {")
        steps.append("  $0.value\(service.tag) = \(service.replacement)")
        steps.append("} operation: {")
        steps.append(
          "  withEscapedDependencies { escaped in { escaped.yield { Leaf\(number)_0().text } } }"
        )
        steps += ["}", "trace(\"escaped\(service.tag) Leaf\(number)_0\", later\(index)())"]
      default:
        let service = random.pick(services)
        steps.append(
          "trace(\"read\(service.tag)\", Dependency(\\.value\(service.tag)).wrappedValue.text)"
        )
      }
    }
    return steps
  }

  /// Returns an expression that replaces the client's `fetch` closure in an override.
  private mutating func endpoint() -> String {
    random.pick([
      "{ \"other \\($0)\" }", "unimplemented(\"Client\(number).fetch\", placeholder: \"missing\")",
    ])
  }

  /// The services that a program may override, because they are not read while another service's
  /// default value is created.
  private var overridable: [Service] { services.filter { !eager.contains($0.tag) } }
}
