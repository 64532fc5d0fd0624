import Dependence

/// The identity of a dependency that modules can register: a type with an optional name, or a
/// property.
enum SlotIdentity: Sendable {
  /// A dependency identified by a type and, optionally, a name.
  case type(Any.Type, name: String?)
  /// A property of ``Dependencies``.
  case property(any AnyKeyPath & Sendable, of: Any.Type, PropertyName)
}

extension SlotIdentity: RecordLabel {
  var name: String {
    switch self {
    case .type(let type, let name):
      Self.spelling(of: type) + (name.map { " named \"\($0)\"" } ?? "")
    case .property(let path, let type, let name):
      name.of(path).map { "Dependencies.\($0)" }
        ?? "Dependencies.<\(Self.spelling(of: type))> (\(name.site))"
    }
  }

  var accessor: String { type == nil ? "[\(argument)]" : "[module: \(argument)]" }

  /// The source code of an argument that identifies the dependency, such as `(any Store).self`.
  var argument: String {
    switch self {
    case .type(let type, let name):
      Self.metatype(of: type) + (name.map { ", named: \"\($0)\"" } ?? "")
    case .property(let path, _, let name): "\\.\(name.of(path) ?? "…")"
    }
  }

  /// The source code that registers the dependency, such as `Module { … as any Store }`. It is
  /// shown in messages.
  var registration: String {
    guard let type else { return "Module(\(argument)) { … }" }
    return "Module\(ownName.map { "(\"\($0)\")" } ?? "") { … as \(Self.spelling(of: type)) }"
  }

  var type: Any.Type? { if case .type(let type, _) = self { type } else { nil } }
  var ownName: String? { if case .type(_, let name) = self { name } else { nil } }

  static func spelling(of type: Any.Type) -> String {
    let name = String(describing: type)
    return isProtocol(type) && type != Any.self ? "any \(name)" : name
  }

  static func isProtocol(_ type: Any.Type) -> Bool {
    // Swift has no API that checks whether a type is a protocol, but the name of a protocol's
    // metatype ends in `.Protocol`.
    String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
  }

  private static func metatype(of type: Any.Type) -> String {
    let name = spelling(of: type)
    return name.contains(" ") ? "(\(name)).self" : "\(name).self"
  }
}

/// The name of a property in ``Dependencies``. The name may be unknown, because on Linux a computed
/// property's key path does not contain the property's name.
final class PropertyName: Sendable {
  /// The source location where the property was first used, which messages show if the name is
  /// unknown.
  let site: SourceSite
  private let learned = Lock<String?>(nil)

  init(metAt site: SourceSite) { self.site = site }

  func learn(_ name: String) { learned.withLock { $0 = name } }

  func of(_ path: AnyKeyPath) -> String? {
    if let learned = learned.withLock({ $0 }) { return learned }
    let text = String(reflecting: path)
    return text.contains("<") ? nil : text.split(separator: ".").last.map(String.init)
  }
}
