/// A generator of random programs that register and resolve services with Swinject.
struct SwinjectProgramWriter {
  private let number: Int
  private var random: ProgramRandom
  private(set) var services: [Service] = []
  private var names: [String: String] = [:]
  /// The service that the program registers only after resolving other services, or `nil` if it
  /// registers all services first.
  private var late: Service?

  init(_ number: Int, _ random: ProgramRandom) { (self.number, self.random) = (number, random) }

  mutating func write() -> String {
    services = random.services(of: number, count: random.number(2...4))
    for service in services where random.chance(15) {
      names[service.tag] = "name\(service.tag)"
    }
    var lines = ["import Swinject", "import Tracing", ""]
    lines += services.flatMap(\.declarations)
    // Register the services in random order, because Swinject allows any order. Sometimes register
    // a service twice, in which case the second registration replaces the first.
    var registered = services.shuffled(using: &random)
    if random.chance(6) { registered.append(random.pick(services)) }
    let count = random.number(0...registered.count)
    let blocks = [Array(registered.prefix(count)), Array(registered.dropFirst(count))]
      .filter { !$0.isEmpty }
    return (lines + setUp(blocks)).joined(separator: "\n")
  }

  /// Returns the source code of a function that resolves services, and of the declarations that
  /// register them. Each element of `blocks` contains services that are registered together.
  private mutating func setUp(_ blocks: [[Service]]) -> [String] {
    var lines: [String] = []
    let form = random.number(0...4)
    var blocks = blocks
    // No other service needs the last service, so the program may register it after resolving
    // others.
    if form > 0, random.chance(10), let last = services.last {
      late = last
      blocks = blocks.map { $0.filter { $0.tag != last.tag } }.filter { !$0.isEmpty }
    }
    var steps: [String]
    let resolver: String
    switch form {
    case 0, 1:
      for (index, block) in blocks.enumerated() {
        let head = random.pick(["struct", "final class"])
        lines += ["\(head) Assembly\(number)_\(index): Assembly {"]
        lines += ["  func assemble(container: Container) {"]
        lines += block.flatMap { registration(of: $0, in: "container") }.map { "    \($0)" }
        lines += ["  }", "}", ""]
      }
      let list = blocks.indices.map { "Assembly\(number)_\($0)()" }
      if form == 0 {
        steps = ["let assembler = Assembler([\(list.joined(separator: ", "))])"]
        resolver = "assembler.resolver"
      } else {
        steps = ["let container = Container()"]
        steps += list.map { "\($0).assemble(container: container)" }
        resolver = "container"
      }
    case 2:
      lines += ["func makeContainer\(number)() -> Container {", "  let container = Container()"]
      lines += blocks.joined().flatMap { registration(of: $0, in: "container") }.map { "  \($0)" }
      lines += ["  return container", "}", ""]
      steps = ["let container = makeContainer\(number)()"]
      resolver = "container"
    case 3:
      for (index, block) in blocks.enumerated() {
        lines += ["func register\(number)_\(index)(_ container: Container) {"]
        lines += block.flatMap { registration(of: $0, in: "container") }.map { "  \($0)" }
        lines += ["}", ""]
      }
      steps = ["let container = Container()"]
      steps += blocks.indices.map { "register\(number)_\($0)(container)" }
      resolver = "container"
    default:
      let scope = random.chance(30) ? "defaultObjectScope: .container" : ""
      steps = ["let container = Container(\(scope))"]
      steps += blocks.joined().flatMap { registration(of: $0, in: "container") }
      resolver = "container"
    }
    steps += resolutions(by: resolver)
    return lines + ["func run\(number)() {"] + steps.map { "  \($0)" } + ["}", ""]
  }

  private func name(of service: Service) -> String {
    names[service.tag].map { ", name: \"\($0)\"" } ?? ""
  }

  private mutating func registration(of service: Service, in container: String) -> [String] {
    let scopes = [
      "", "", ".graph", ".transient", ".container", ".container", ".container", ".weak",
    ]
    let scope = random.pick(scopes)
    let tail = scope.isEmpty ? "" : ".inObjectScope(\(scope))"
    let head = "\(container).register(\(service.metatype)\(name(of: service)))"
    if service.takesParameter {
      return ["\(head) { (_, value: Int) in \(service.name)(value: value) }\(tail)"]
    }
    let resolver = random.pick(["r", "resolver", "$0"])
    let parts = service.needs.map {
      "\(resolver).resolve(\($0.metatype)\(name(of: $0)))!"
    }
    let signature = service.needs.isEmpty ? "_ in " : resolver == "$0" ? "" : "\(resolver) in "
    let made = service.make(parts)
    if random.chance(25), signature != "" {
      return ["\(head) { \(signature.dropLast())", "  let instance = \(made)"]
        + ["  return instance", "}\(tail)"]
    }
    return ["\(head) { \(signature)\(made) }\(tail)"]
  }

  private mutating func resolutions(by resolver: String) -> [String] {
    var steps: [String] = []
    for index in 0..<random.number(3...6) {
      if index == 2, resolver == "container" {
        steps += late.map { registration(of: $0, in: resolver) } ?? []
      }
      let service = random.pick(services.filter { index > 1 || $0.tag != late?.tag })
      let read = read(service, by: resolver)
      switch random.number(0...5) {
      case 0:
        steps.append("let held\(index) = \(read)")
        steps.append("trace(\"held\(service.tag)\", held\(index).text)")
        steps.append("trace(\"again\(service.tag)\", \(self.read(service, by: resolver)).text)")
        steps.append("trace(\"same\(service.tag)\", held\(index).text)")
      case 1:
        steps.append(
          "trace(\"missing\(service.tag)\", \(resolver).resolve([\(service.name)].self) == nil ? \"nil\" : \"list\")"
        )
      default:
        steps.append("trace(\"read\(service.tag)\", \(read).text)")
      }
    }
    return steps
  }

  private mutating func read(_ service: Service, by resolver: String) -> String {
    let argument =
      service.takesParameter ? ", argument: \(random.number(1...2))" : ""
    return "\(resolver).resolve(\(service.metatype)\(name(of: service))\(argument))!"
  }
}
