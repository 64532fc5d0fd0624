/// A generator of random programs that register and resolve services with Factory.
struct FactoryProgramWriter {
  private let number: Int
  private var random: ProgramRandom
  private(set) var services: [Service] = []
  /// The tags, such as `17_2`, of services declared with `promised()`, which have no instance until
  /// the program registers one.
  private var promised: Set<String> = []
  /// The tags, such as `17_2`, of services whose factories are in a container class declared by the
  /// program.
  private var boxed: Set<String> = []
  private var hasCustomScope = false
  private var setUp: [String] = []
  /// Expressions that read a service indirectly, through a property or function declared by the
  /// program. Each expression is stored with the service that it reads.
  private var otherReads: [(text: String, service: Service)] = []

  init(_ number: Int, _ random: ProgramRandom) { (self.number, self.random) = (number, random) }

  mutating func write() -> String {
    services = random.services(of: number, count: random.number(2...4))
    let needed = Set(services.flatMap(\.needs).map(\.tag))
    for service in services where !service.takesParameter {
      if !needed.contains(service.tag), random.chance(6) { promised.insert(service.tag) }
      if random.chance(8) { boxed.insert(service.tag) }
    }
    var lines = ["import FactoryKit", "import Tracing", ""] + services.flatMap(\.declarations)
    if !boxed.isEmpty {
      lines += [
        "final class Box\(number): SharedContainer {", "  static let shared = Box\(number)()",
        "  let manager = ContainerManager()", "}", "",
      ]
    }
    lines += containers()
    if hasCustomScope {
      lines += ["extension Scope {", "  static let session\(number) = Cached()", "}", ""]
    }
    let owners = owners()
    lines += owners.flatMap(\.declaration) + globals()
    let steps = steps(owners.map(\.name))
    if !setUp.isEmpty {
      let head = ["extension Container {", "  func setUp\(number)() {"]
      lines += head + setUp.map { "    \($0)" } + ["  }", "}", ""]
    }
    lines += ["func run\(number)() {"] + steps.map { "  \($0)" } + ["}", ""]
    return lines.joined(separator: "\n")
  }

  /// Returns an expression for the container that declares a service's factory, such as
  /// `Container.shared`.
  private func container(of service: Service) -> String {
    boxed.contains(service.tag) ? "Box\(number).shared" : "Container.shared"
  }

  private func text(_ expression: String, of service: Service) -> String {
    promised.contains(service.tag) ? "\(expression)?.text ?? \"nothing\"" : "\(expression).text"
  }

  // MARK: - Factories

  private mutating func containers() -> [String] {
    var lines: [String] = []
    for (name, isBox) in [("Container", false), ("Box\(number)", true)] {
      let own = services.filter { boxed.contains($0.tag) == isBox }
      if own.isEmpty { continue }
      lines.append("extension \(name) {")
      for service in own { lines += factory(of: service).map { "  \($0)" } }
      if let service = own.first(where: isPlain), random.chance(15) {
        lines.append("  var short\(service.tag): \(service.type) { made\(service.tag)() }")
        otherReads.append(("\(container(of: service)).short\(service.tag).text", service))
      }
      lines += ["}", ""]
    }
    return lines
  }

  private func isPlain(_ service: Service) -> Bool {
    !service.takesParameter && !promised.contains(service.tag)
  }

  private mutating func factory(of service: Service) -> [String] {
    let name = "made\(service.tag)"
    if service.takesParameter {
      let scopes = ["", "", ".cached", ".scopeOnParameters.cached", ".scopeOnParameters.shared"]
      return ["var \(name): ParameterFactory<Int, \(service.name)> {"]
        + ["  self { \(service.name)(value: $0) }\(random.pick(scopes))", "}"]
    }
    if promised.contains(service.tag) {
      return ["var \(name): Factory<(\(service.type))?> { promised() }"]
    }
    let parts = service.needs.map { need in
      let isNear = boxed.contains(need.tag) == boxed.contains(service.tag)
      let read = "\(container(of: need)).made\(need.tag)()"
      return isNear && random.chance(70)
        ? random.pick(["self.made\(need.tag)()", "self.made\(need.tag).resolve()"]) : read
    }
    var made = service.make(parts)
    if service.kind != .classBehindProtocol, random.chance(10) {
      made = "." + service.make(parts, of: "init")
    }
    let opening = random.chance(20) ? "Factory(self)" : "self"
    let capture = made.contains("self.") && random.chance(10) ? "[unowned self] in " : ""
    var closure = ["{ \(capture)\(made) }"]
    if random.chance(20) {
      let instance = made.hasPrefix(".") ? service.name + made : made
      closure = ["{ \(capture)", "    let instance = \(instance)", "    return instance", "  }"]
    }
    let tail = modifiers(of: service).joined()
    return ["var \(name): Factory<\(service.type)> {", "  \(opening) \(closure[0])"]
      + closure.dropFirst() + (tail.isEmpty ? [] : ["    \(tail)"]) + ["}"]
  }

  private mutating func modifiers(of service: Service) -> [String] {
    let scopes = [
      "", "", "", "", ".cached", ".cached", ".singleton", ".singleton", ".shared", ".unique",
      ".scope(.cached)",
    ]
    var scope = random.pick(scopes)
    if random.chance(5) { scope = ".scope(.session\(number))" }
    if random.chance(4) { scope = ".graph" }
    if scope.contains("session") { hasCustomScope = true }
    if scope == ".shared", !service.isClass, random.chance(70) { scope = ".cached" }
    var all = [scope]
    if random.chance(5) { all.append(".decorator { trace(\"decorated\(service.tag)\", $0.text) }") }
    if random.chance(10) { all.append(".onTest { \(service.replacement) }") }
    if random.chance(5) { all.append(".onPreview { \(service.replacement) }") }
    if random.chance(2) { all.append(".onArg(\"-other\") { \(service.replacement) }") }
    if random.chance(4) { all.append(".once()") }
    return all
  }

  // MARK: - Readers

  private mutating func owners() -> [(name: String, declaration: [String])] {
    (0..<random.number(0...2)).map { index in
      let name = "Owner\(number)_\(index)"
      var members: [String] = []
      var texts: [String] = []
      let readable = services.filter { isPlain($0) && !boxed.contains($0.tag) }
      for service in readable.shuffled(using: &random).prefix(random.number(1...2)) {
        let path = random.pick(["\\.made\(service.tag)", "\\Container.made\(service.tag)"])
        let access = random.pick(["", "private "])
        let read = "\(access)var read\(service.tag)"
        switch random.number(0...6) {
        case 0, 1: members.append("@Injected(\(path)) \(read)")
        case 2: members.append("@LazyInjected(\(path)) \(read)")
        case 3: members.append("@DynamicInjected(\(path)) \(read)")
        case 4: members.append("\(read) = Container.shared.made\(service.tag)()")
        case 5: members.append("lazy \(read) = Container.shared.made\(service.tag)()")
        default:
          members.append(
            "\(read): \(service.type) { Container.shared.made\(service.tag)() }"
          )
        }
        texts.append("\\(read\(service.tag).text)")
      }
      let text = "  var text: String { \"\(texts.joined(separator: " "))\" }"
      return (name, ["final class \(name) {"] + members.map { "  \($0)" } + [text, "}", ""])
    }
  }

  /// Returns the lines of a function whose default argument reads a service, or an empty array if
  /// the program contains no such function.
  private mutating func globals() -> [String] {
    let own = services.filter(isPlain)
    guard let service = own.randomElement(using: &random), random.chance(25) else { return [] }
    let read = "\(container(of: service)).made\(service.tag)()"
    otherReads.append(("describe\(service.tag)()", service))
    return [
      "func describe\(service.tag)(_ service: \(service.type) = \(read)) -> String { service.text }",
      "",
    ]
  }

  // MARK: - Steps

  private mutating func steps(_ owners: [String]) -> [String] {
    var steps: [String] = []
    // Most programs replace factories only before resolving services, as apps do at launch. A few
    // programs also replace factories later.
    let registersLate = random.chance(8)
    if random.chance(25) {
      let registrations = registrations()
      switch random.number(0...3) {
      case 0 where registrations.allSatisfy { $0.hasPrefix("Container") }:
        setUp = registrations.map { String($0.dropFirst("Container.shared.".count)) }
        steps.append("Container.shared.setUp\(number)()")
      case 1:
        steps += ["if CommandLine.arguments.count > 0 {"] + registrations.map { "  \($0)" } + ["}"]
      default: steps += registrations
      }
    }
    for index in 0..<random.number(3...6) {
      if registersLate, index == 2 { steps += registrations() }
      let service = random.pick(services)
      switch random.number(0...11) {
      case 0, 1, 2:
        guard let owner = owners.randomElement(using: &random) else { continue }
        steps.append("let owner\(index) = \(owner)()")
        for _ in 0..<random.number(1...2) {
          steps.append("trace(\"\(owner)\", owner\(index).text)")
        }
      case 3, 4:
        guard isPlain(service) else { continue }
        steps.append("let held\(index) = \(read(service))")
        steps.append("trace(\"held\(service.tag)\", held\(index).text)")
        steps.append("trace(\"again\(service.tag)\", \(read(service)).text)")
        steps.append("trace(\"same\(service.tag)\", held\(index).text)")
      case 5 where random.chance(12):
        steps.append("\(container(of: service)).made\(service.tag).reset()")
      case 6 where random.chance(12):
        let resets = ["Container.shared.reset()", "Container.shared.manager.reset(scope: .cached)"]
        steps.append(random.pick(resets))
      case 8:
        guard let (text, service) = otherReads.randomElement(using: &random) else { continue }
        steps.append("trace(\"other\(service.tag)\", \(text))")
      case 7:
        steps.append("let later\(index) = { \(text(read(service), of: service)) }")
        for _ in 0..<2 { steps.append("trace(\"later\(service.tag)\", later\(index)())") }
      default:
        steps.append("trace(\"read\(service.tag)\", \(text(read(service), of: service)))")
      }
    }
    return steps
  }

  private mutating func registrations() -> [String] {
    services.shuffled(using: &random).prefix(random.number(1...2)).map { service in
      let call = "\(container(of: service)).made\(service.tag).register"
      if service.takesParameter { return "\(call) { \(service.name)(value: $0 + 100) }" }
      return "\(call) { \(service.replacement) }"
    }
  }

  private mutating func read(_ service: Service) -> String {
    let name = "\(container(of: service)).made\(service.tag)"
    if service.takesParameter { return "\(name)(\(random.number(1...2)))" }
    let path = boxed.contains(service.tag) ? "\(name)()" : "resolve(\\.made\(service.tag))"
    return random.pick(["\(name)()", "\(name)()", "\(name).resolve()", path])
  }
}
