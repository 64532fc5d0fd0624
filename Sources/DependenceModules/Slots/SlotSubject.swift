import Dependence

/// What a dependency is asked for by.
enum SlotSubject: Sendable {
  /// Its type, and its name if it has one.
  case type(Any.Type, name: String?)
  /// A property of ``Dependencies``, and where that was met first.
  case property(any AnyKeyPath & Sendable, of: Any.Type, metAt: SourceSite)
}

extension SlotSubject: RecordLabel {
  var name: String {
    switch self {
    case .type(let type, nil): Self.spelling(of: type)
    case .type(let type, let name?): "\(Self.spelling(of: type)) named \"\(name)\""
    case .property(let path, let type, let site):
      Self.propertyName(path).map { "Dependencies.\($0)" }
        ?? "Dependencies.<\(Self.spelling(of: type))> (\(site))"
    }
  }

  var place: String {
    switch self {
    case .type(let type, nil): "[module: \(Self.metatype(of: type))]"
    case .type(let type, let name?): "[module: \(Self.metatype(of: type)), named: \"\(name)\"]"
    case .property(let path, _, _): "[\\.\(Self.propertyName(path) ?? "…")]"
    }
  }

  /// How one registers it.
  var registration: String {
    switch self {
    case .type(let type, let name):
      "Module\(name.map { "(\"\($0)\")" } ?? "") { … as \(Self.spelling(of: type)) }"
    case .property(let path, _, _): "Module(\\.\(Self.propertyName(path) ?? "…")) { … }"
    }
  }

  /// A type as one writes it.
  static func spelling(of type: Any.Type) -> String {
    let name = String(describing: type)
    return isProtocol(type) && type != Any.self ? "any \(name)" : name
  }

  static func isProtocol(_ type: Any.Type) -> Bool {
    // The type of a protocol's metatype is spelled so; there is no other way to ask.
    String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
  }

  private static func metatype(of type: Any.Type) -> String {
    let name = spelling(of: type)
    return name.contains(" ") ? "(\(name)).self" : "\(name).self"
  }

  /// The name of a property, on platforms that keep it.
  private static func propertyName(_ path: AnyKeyPath) -> String? {
    let text = String(reflecting: path)
    guard let name = text.split(separator: ".").last, !text.contains("<") else { return nil }
    return String(name)
  }
}
