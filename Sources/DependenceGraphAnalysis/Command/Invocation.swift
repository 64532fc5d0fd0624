/// What a user asks for on the command line.
package struct Invocation: Hashable, Sendable {
  package enum Verb: String, Hashable, Sendable, CaseIterable {
    case check
    case why
    case dot
    case json
    case svg
  }

  package enum Colour: String, Hashable, Sendable {
    case always
    case never
    case auto
  }

  package struct Path: Hashable, Sendable {
    package var path: String
    /// The module that was given for it.
    package var module: String?
  }

  /// The words are not what a user can ask for.
  package struct Mistake: Error, Hashable, Sendable {
    package var message: String
  }

  package var verb: Verb
  package var typeName: String?
  package var paths: [Path] = []
  package var conditions: Set<String> = ["DEBUG"]
  package var cache: String?
  package var output: String?
  package var isPartial = false
  package var colour = Colour.auto

  /// Reads the words after the command's name.
  ///
  /// - Throws: ``Mistake``, with what to write instead.
  package init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    guard let word = rest.popFirst() else {
      throw Mistake(message: "say what to do: \(Self.verbs)")
    }
    guard let verb = Verb(rawValue: word) else {
      let nearest = NearestName.nearest(to: word, among: Verb.allCases.map(\.rawValue))
      let remedy = nearest.map { "did you mean '\($0)'?" } ?? "say one of \(Self.verbs)"
      throw Mistake(message: "there is no '\(word)'; \(remedy)")
    }
    self.verb = verb
    var module: String?
    var isOption = true
    while let word = rest.popFirst() {
      func value() throws(Mistake) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
          throw Mistake(message: "'\(word)' wants a value after it")
        }
        return value
      }
      switch word {
      case "--" where isOption: isOption = false
      case "--module" where isOption: module = try value()
      case "--define" where isOption, "-D" where isOption: conditions.insert(try value())
      case "--release" where isOption: conditions.remove("DEBUG")
      case "--cache" where isOption: cache = try value()
      case "--output" where isOption, "-o" where isOption: output = try value()
      case "--partial" where isOption: isPartial = true
      case "--color" where isOption:
        let name = try value()
        guard let colour = Colour(rawValue: name) else {
          throw Mistake(message: "'--color' is always, never or auto, and not '\(name)'")
        }
        self.colour = colour
      case let word where isOption && word.hasPrefix("-") && word != "-":
        let nearest = NearestName.nearest(to: word, among: Self.options)
        let remedy = nearest.map { "did you mean '\($0)'?" } ?? "'--help' lists those that exist"
        throw Mistake(message: "there is no option '\(word)'; \(remedy)")
      case let word where verb == .why && typeName == nil:
        typeName = word
      case "":
        throw Mistake(message: "a path is empty; leave it out, or write '.' for this folder")
      default:
        paths.append(Path(path: word, module: module))
      }
    }
    if verb == .why, typeName == nil {
      throw Mistake(message: "'why' wants the name of a type, as in 'dependence why UserService'")
    }
  }

  private static let verbs = Verb.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  private static let options = [
    "--module", "--define", "--release", "--cache", "--output", "--partial", "--color", "--help",
  ]

  /// What `--help` prints.
  package static let help = """
    Checks a project's graph of constructors, and shows it.

    usage: dependence <verb> [<option>…] [<path>…]

      check        say what is missing; nothing else is 0
      why <Type>   say who makes a type, by which way from each root, and what it needs
      dot          the graph for Graphviz
      svg          the graph as a picture
      json         the graph and what is wrong with it, for other tools

    A path is a Swift file or a folder; without one it is 'Sources', or else this folder.

      --module <name>      the module of the paths after it; by default what the path says
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
