import DependenceGraphKernel

/// The parsed arguments of the `dependence` command-line tool.
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
  /// The `#if` conditions that are true in a particular module, keyed by the module's name. The
  /// conditions in `conditions` are true in every module.
  var moduleConditions: [String: Set<String>] = [:]
  /// The names of the modules that each module directly depends on, keyed by the module's name.
  var moduleDependencies: [String: Set<String>] = [:]
  var moduleKinds: [String: ModuleKind] = [:]
  /// The path of the manifest that declares each module, keyed by the module's name.
  var manifests: [String: String] = [:]
  var cache: String?
  var output: String?
  var isPartial = false
  var shownModule: String?
  var shownType: String?
  var depth = 2
  /// Whether to color error messages, or `nil` to decide based on the terminal and the environment
  /// variables.
  var isColored: Bool?

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    // Run `check` if no command is specified: there are no arguments, or the first one is an
    // option, as in `dependence --partial`.
    var argument = rest.first ?? "-"
    if argument.hasPrefix("-") { argument = Verb.check.rawValue } else { rest.removeFirst() }
    guard let verb = Verb(rawValue: argument) else {
      let nearest = NearestName.nearest(to: argument, among: Self.names)
      let remedy = nearest.map { "did you mean '\($0)'?" } ?? "use one of \(Self.verbs)"
      throw UsageError(text: "there is no command '\(argument)'; \(remedy)")
    }
    self.verb = verb
    var module: String?
    // The module named by the last `--module` option, or `nil` if a path has followed that option.
    // If paths follow the option, it names the module that they belong to. If none do, it selects
    // the module to draw.
    var openModule: String?
    var isOption = true
    var hasDepth = false
    while let argument = rest.popFirst() {
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
          throw UsageError(text: "'\(argument)' requires a value")
        }
        return value
      }
      func condition() throws(UsageError) -> String {
        let name = try value()
        guard name.utf8.allSatisfy(\.isIdentifierByte) else {
          throw UsageError(
            text:
              "'\(argument)' requires the name of a condition, which has no value, and not '\(name)'"
          )
        }
        return name
      }
      guard isOption, argument.hasPrefix("-"), argument != "-" else {
        if verb.wantsName, typeName == nil {
          // The command plugin appends the paths of all source files to the arguments. If a path
          // takes the place of the type's name, the user has omitted the name.
          guard !argument.isPath else { throw Self.missingName(for: verb) }
          typeName = argument
        } else if argument.isEmpty {
          throw UsageError(text: "a path is empty; remove it, or write '.' for the current folder")
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
          throw UsageError(
            text: "'--depth' requires a number that is not negative, and not '\(text)'"
          )
        }
        depth = number
        hasDepth = true
      case "--define", "-D": conditions.insert(try condition())
      case "--module-define", "--module-depends", "--module-kind", "--manifest":
        guard let module else {
          throw UsageError(text: "'\(argument)' must follow the '--module' to which it applies")
        }
        if argument == "--manifest" {
          manifests[module] = try value()
        } else if argument == "--module-depends" {
          moduleDependencies[module, default: []].insert(try value())
        } else if argument == "--module-kind" {
          let name = try value()
          guard let kind = ModuleKind(rawValue: name) else {
            throw UsageError(
              text:
                "'--module-kind' must be 'executable', 'library' or 'test', and not '\(name)'"
            )
          }
          moduleKinds[module] = kind
        } else {
          moduleConditions[module, default: []].insert(try condition())
        }
      case "--release": conditions.remove("DEBUG")
      case "--cache": cache = try value()
      case "--output", "-o": output = try value()
      case "--partial": isPartial = true
      case "--color":
        let name = try value()
        guard ["always", "never", "auto"].contains(name) else {
          throw UsageError(text: "'--color' must be 'always', 'never' or 'auto', and not '\(name)'")
        }
        isColored = name == "auto" ? nil : name == "always"
      default:
        let nearest = NearestName.nearest(to: argument, among: Self.options)
        let remedy = nearest.map { "did you mean '\($0)'?" } ?? "'--help' lists all options"
        throw UsageError(text: "there is no option '\(argument)'; \(remedy)")
      }
    }
    shownModule = verb.isPicture ? shownModule ?? openModule : nil
    if !verb.isPicture, shownType != nil || hasDepth {
      let option = shownType != nil ? "--around" : "--depth"
      throw UsageError(text: "'\(option)' can only be used with 'svg' and 'dot'")
    }
    if verb.wantsName, typeName == nil { throw Self.missingName(for: verb) }
  }

  private static func missingName(for verb: Verb) -> UsageError {
    let example = "'dependence \(verb) UserService'"
    return UsageError(text: "'\(verb)' requires the name of a type, as in \(example)")
  }

  /// Returns the part of the graph that `--around` or `--module` selects for drawing. If neither
  /// option is used, returns `nil`, and the command chooses the part.
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

  // The names of all commands, including `migrate`, which `Verb` lacks because the executable runs
  // it without parsing an `Invocation`.
  private static let names = Verb.allCases.map(\.rawValue) + ["migrate"]
  private static let verbs = names.map { "'\($0)'" }.joined(separator: ", ")
  private static let options = [
    "--module", "--module-define", "--module-depends", "--module-kind", "--manifest", "--define",
    "--release",
    "--cache", "--output",
    "--partial", "--color", "--around",
    "--depth", "--help",
  ]

  static let help = """
    Checks and displays the dependency graph of a project.

    usage: dependence [<command>] [<option>…] [<path>…]

      check        report errors in the graph. This is the default command
      why <Type>   show which types create a type, the path from each root, and its dependencies
      dot          print the graph for Graphviz
      svg          print the graph as a picture; a large graph is reduced to its modules
      json         print the graph and its errors for other tools
      double <P>   print a class that conforms to a protocol and reports every call
      migrate      migrate code from another library; see 'dependence migrate --help'

    A path is a Swift file or a folder. The default is 'Sources', or the current folder if there is
    no 'Sources'.

      --module <name>      the module of the paths that follow; by default, it is derived from the path.
                           With svg or dot and without paths, the module to draw
      --module-define <n>  a condition for #if in the module that the last '--module' names
      --module-depends <n> a module on which this module depends; a key counts as live only if every
                           program that reads it links a module that declares or prepares a live value
      --module-kind <kind> executable, library or test. The programs are the executables and each module
                           with a root that no executable links. Without kinds, the programs are the
                           modules on which no other module depends
      --manifest <file>    the Package.swift that declares this module; it specifies the module's language
                           mode and default isolation. A version-specific manifest next to it is used
                           instead if SwiftPM uses it
      --around <Type>      draw only the types near this type (svg and dot)
      --depth <n>          the distance for '--around', in arrows; the default is 2
      --define, -D <name>  a condition for #if, in addition to DEBUG
      --release            do not define DEBUG
      --partial            accept a graph without roots, or types that are not under a root, because
                           the paths do not contain all modules
      --cache <file>       store the results of parsing in this file, and skip unchanged files next time
      --output, -o <file>  write to this file instead of standard output
      --color <when>       always, never or auto (on a terminal, unless NO_COLOR is set)
      --                   treat all following arguments as paths
      --help, -h           show this help

    The exit code is 0 if the graph is valid, 1 if there are errors, and 2 if the command line is
    invalid. If the live value of a key is provided elsewhere, mark the line that reads it with
    '// \(Markers.allowsMissingLive)'.

    """
}

extension String {
  /// Whether this string can only be a path, and not the name of a type.
  fileprivate var isPath: Bool {
    contains("/") || hasSuffix(".swift") || [".", ".."].contains(self)
  }
}
