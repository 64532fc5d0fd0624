import Dependence
import DependenceHarness
import Synchronization

/// A behavior of apps that `AppProbe` demonstrates in a separate process.
enum Probe: String {
  case override
  case builtOn
  case noticed
  case strict
  case prepared
  case lateRunner
  case laterContext
  case published
  case threads
  case modules
  case generations
  case slots
  case context
  case issues
  case reporters
  case unimplemented

  /// Executes the code of this case and returns the values that it has read as text.
  func readAll() async -> String {
    switch self {
    case .override: Self.override()
    case .builtOn: Self.builtOn()
    case .noticed: Self.noticed()
    case .strict: Self.strict()
    case .prepared: Self.prepared()
    case .lateRunner: Self.lateRunner()
    case .laterContext: Self.laterContext()
    case .published: Self.published()
    case .threads: await Self.threads()
    case .modules: await Self.modules()
    case .generations: await Self.generations()
    case .slots: Self.slots()
    case .context: Self.context()
    case .issues: Self.issues()
    case .reporters: Self.reporters()
    case .unimplemented: Self.callUnimplemented()
    }
  }

  /// Overrides a key after its default has been read repeatedly and may therefore be cached.
  private static func override() -> String {
    let reader = Reader()
    let before = (reader.name, reader.name, reader.name)
    let inside = withDependencies {
      $0[NameKey.self] = "Ann"
    } operation: {
      reader.name
    }
    return "\(before) \(inside) \(reader.name)"
  }

  /// Overrides a key after a default that is computed from the key's value has been read
  /// repeatedly.
  private static func builtOn() -> String {
    let reader = Reader()
    let before = (reader.greeter, reader.greeter)
    let inside = withDependencies {
      $0[NameKey.self] = "Ann"
    } operation: {
      (reader.greeter.text, reader.greeter.text)
    }
    return "\(before.0.text) \(inside) \(reader.greeter === before.0)"
  }

  /// Computes a default from another default that is already cached for all scopes.
  private static func noticed() -> String {
    let reader = Reader()
    _ = (reader.name, reader.name)
    let before = (reader.greeter.text, reader.greeter.text)
    let inside = withDependencies {
      $0[NameKey.self] = "Ann"
    } operation: {
      reader.greeter.text
    }
    return "\(before) \(inside)"
  }

  /// Overrides the context after defaults that depend on it have been read repeatedly.
  private static func laterContext() -> String {
    let reader = Reader()
    let before = (reader.greeter.text, reader.greeter.text)
    let inside = withDependencies {
      $0.context = .preview
    } operation: {
      (reader.name, reader.greeter.text)
    }
    return "\(before) \(inside) \(reader.greeter.text)"
  }

  /// Computes a default while a user interface has published an override for some of its views.
  private static func published() -> String {
    let subtree = PublishedSubtree()
    subtree.publish(DependencyValues().inheriting { $0[NameKey.self] = "Ann" })
    return withExtendedLifetime(subtree) { DependencyValues()[GreeterKey.self].text }
  }

  /// Registers a test runner after a default has been read repeatedly. Later reads must use the
  /// runner's scope instead of the cached default.
  private static func lateRunner() -> String {
    let reader = Reader()
    let before = (reader.property, reader.name, reader.name)
    withDependencies {
      $0[NameKey.self] = "Ann"
    } operation: {
      IssueSinks.register(LateRunner(frame: .current))
    }
    return "\(before) \(reader.name) \(reader.property)"
  }

  private struct LateRunner: IssueSink {
    let frame: Frame
    var product: String { "a runner" }

    func receive(_ issue: DependencyIssue) -> Bool { false }
    func ambientFrame() -> Frame? { frame }
    func strictObserver(isOutside: Bool) -> any ReadObserver { StrictReads(isOutside: isOutside) }
  }

  /// Starts to observe reads after a default has been read repeatedly. Reads of the cached default
  /// must be observed, too.
  private static func strict() -> String {
    let reader = Reader()
    _ = (reader.name, reader.name)
    let reports = Reports()
    withIssueReporter(reports) {
      withStrictDependencies {
        _ = reader.name
        _ = reader.property
      }
      _ = reader.name
    }
    return "\(reports.count)"
  }

  private static func prepared() -> String {
    prepareDependencies { $0[NameKey.self] = "prepared" }
    let reader = Reader()
    return "\((reader.name, reader.name, reader.property))"
  }

  /// Reads defaults in four tasks while another task overrides a key for the first time and
  /// defaults are computed. The result is the number of reads that returned a wrong value.
  private static func threads() async -> String {
    let errors = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let reader = Reader()
          for _ in 0..<20_000 where reader.name != "nobody" || reader.greeter.text != "Hi, nobody" {
            errors.add()
          }
        }
      }
      group.addTask {
        let reader = Reader()
        for number in 0..<2_000 {
          let (name, text) = withDependencies {
            $0[NameKey.self] = "\(number)"
          } operation: {
            (reader.name, reader.greeter.text)
          }
          if name != "\(number)" || text != "Hi, \(number)" { errors.add() }
        }
      }
    }
    return "\(errors.count) mistakes"
  }
}

// MARK: - Dependencies

private struct Reader: Sendable {
  @Dependency(NameKey.self) var name
  @Dependency(\.probedName) var property
  @Dependency(GreeterKey.self) var greeter
}

private enum NameKey: DependencyKey {
  static var liveValue: String { "nobody" }
  static var previewValue: String { "somebody" }
}

private enum GreeterKey: DependencyKey {
  static var liveValue: Greeter { Greeter() }
}

private final class Greeter: Sendable {
  let text: String

  init() {
    @Dependency(NameKey.self) var name
    text = "Hi, \(name)"
  }
}

extension DependencyValues {
  fileprivate var probedName: String { self[NameKey.self] }
}

final class Reports: IssueReporter {
  private let counter = Counter()

  var count: Int { counter.count }

  func report(_ issue: DependencyIssue) -> Bool {
    counter.add()
    return true
  }
}

private final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}
