import DependenceGraphKernel

/// The parsed command line of the `dependence` command.
struct Invocation {
  enum Verb: String, CaseIterable {
    case check, why, dot, json, svg, double

    var wantsName: Bool { self == .why || self == .double }
    var isPicture: Bool { self == .svg || self == .dot }
  }

  struct UsageError: Error { var text: String }

  var verb: Verb
  var typeName: String?
  var paths: [(path: String, module: String?)] = []
  var conditions: Set<String> = ["DEBUG"]
  var cache: String?
  var output: String?
  var isPartial = false
  var shownModule: String?
  var shownType: String?
  var depth = 2
  /// Whether to color error messages, or `nil` to decide based on the terminal.
  var isColoured: Bool?

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    guard var argument = rest.first else { throw UsageError(text: "say what to do: \(Self.verbs)") }
    // If the command starts with an option, as in `dependence --partial`, run `check`.
    if argument.hasPrefix("-") { argument = Verb.check.rawValue } else { rest.removeFirst() }
    guard let verb = Verb(rawValue: argument) else {
      let nearest = NearestName.nearest(to: argument, among: Self.names)
      let remedy = nearest.map { "did you mean '\($0)'?" } ?? "say one of \(Self.verbs)"
      throw UsageError(text: "there is no '\(argument)'; \(remedy)")
    }
    self.verb = verb
    var module: String?
    // The value of the last `--module` option, or `nil` once a path has followed it. A module
    // without paths is the module to draw.
    var openModule: String?
    var isOption = true
    while let argument = rest.popFirst() {
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
          throw UsageError(text: "'\(argument)' wants a value after it")
        }
        return value
      }
      guard isOption, argument.hasPrefix("-"), argument != "-" else {
        if verb.wantsName, typeName == nil {
          typeName = argument
        } else if argument.isEmpty {
          throw UsageError(text: "a path is empty; leave it out, or write '.' for this folder")
        } else {
          paths.append((argument, module))
          openModule = nil
        }
        continue
      }
      switch argument {
      case "--": isOption = false
      case "--module":
        shownModule = shownModule ?? openModule
        module = try value()
        openModule = module
      case "--around": shownType = try value()
      case "--depth":
        let text = try value()
        guard let number = Int(text), number >= 0 else {
          throw UsageError(text: "'--depth' is a number of arrows, and not '\(text)'")
        }
        depth = number
      case "--define", "-D": conditions.insert(try value())
      case "--release": conditions.remove("DEBUG")
      case "--cache": cache = try value()
      case "--output", "-o": output = try value()
      case "--partial": isPartial = true
      case "--color":
        let name = try value()
        guard ["always", "never", "auto"].contains(name) else {
          throw UsageError(text: "'--color' is always, never or auto, and not '\(name)'")
        }
        isColoured = name == "auto" ? nil : name == "always"
      default:
        let nearest = NearestName.nearest(to: argument, among: Self.options)
        let remedy = nearest.map { "did you mean '\($0)'?" } ?? "'--help' lists those that exist"
        throw UsageError(text: "there is no option '\(argument)'; \(remedy)")
      }
    }
    shownModule = verb.isPicture ? shownModule ?? openModule : nil
    if !verb.isPicture, shownType != nil {
      throw UsageError(text: "'--around' is for 'svg' and 'dot'")
    }
    if verb.wantsName, typeName == nil {
      let example = "'dependence \(verb) UserService'"
      throw UsageError(text: "'\(verb)' wants the name of a type, as in \(example)")
    }
  }

  /// Returns the part of the graph that the command line selects, or `nil` to use the default part.
  func part(of analysis: Analysis) throws(UnknownName) -> GraphPicture.Part? {
    if let name = shownType {
      return .around(try Set(WhyReport(name, in: analysis).nodes), depth: depth)
    }
    guard let module = shownModule else { return nil }
    let modules = Set(analysis.graph.nodes.map(\.type.module))
    guard modules.contains(module) else {
      throw UnknownName("module with an @Instantiable type", module, among: modules.sorted())
    }
    return .module(module)
  }

  // `migrate` is not a case of `Verb`, because the executable runs that command without parsing an
  // `Invocation`.
  private static let names = Verb.allCases.map(\.rawValue) + ["migrate"]
  private static let verbs = names.map { "'\($0)'" }.joined(separator: ", ")
  private static let options = [
    "--module", "--define", "--release", "--cache", "--output", "--partial", "--color", "--around",
    "--depth", "--help",
  ]

  static let help = """
    Checks a project's graph of constructors, and shows it.

    usage: dependence [<verb>] [<option>…] [<path>…]

      check        say what is missing; nothing else is 0. An option without a verb means this one
      why <Type>   say who makes a type, by which way from each root, and what it needs
      dot          the graph for Graphviz
      svg          the graph as a picture; of many types, their modules
      json         the graph and what is wrong with it, for other tools
      double <P>   the source of a class that conforms to a protocol, and reports every call
      migrate      rewrite code that was written for another library; 'migrate --help' says more

    A path is a Swift file or a folder; without one it is 'Sources', or else this folder.

      --module <name>      the module of the paths after it; by default what the path says.
                           Without paths: the module that svg or dot is to show
      --around <Type>      show what makes a type and what it makes
      --depth <n>          by how many arrows, 2 unless it says so
      --define, -D <name>  a condition that #if sees, beside DEBUG
      --release            leave out DEBUG
      --partial            the paths may lack modules: no root is fine, and so is what stands under none
      --cache <file>       remember what was read there; unchanged files are not parsed again
      --output, -o <file>  write there instead of to standard output
      --color <when>       always, never or auto (on a terminal, unless NO_COLOR is set)
      --                   everything after it is a path
      --help, -h           this

    The exit code is 0 if nothing is wrong, 1 if something is, and 2 if it is this command line.
    Keys whose live value comes from elsewhere are marked where they are read, with the comment
    '// \(Markers.allowsMissingLive)'.

    """
}
