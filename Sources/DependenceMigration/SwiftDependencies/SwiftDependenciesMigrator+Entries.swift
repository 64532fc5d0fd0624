import SwiftParser
import SwiftSyntax

// Migrates the `@DependencyEntry` macro of swift-dependencies 1.13, and code that is often used
// with it.

extension SwiftDependenciesMigrator {
  /// Migrates a property marked with `@DependencyEntry`. In swift-dependencies, the property's
  /// initial value is the test value. In this library, it is the live value, which is used outside
  /// of tests.
  func migrateEntry(
    _ node: VariableDeclSyntax,
    _ attribute: AttributeSyntax
  ) -> SyntaxVisitorContinueKind {
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
    guard node.bindings.count == 1, let binding = node.bindings.first,
      binding.accessorBlock == nil
    else { return .visitChildren }
    let value = { (label: String?) in arguments.first { $0.label?.text == label }?.expression }
    let (live, preview, test) = (
      value("liveValue"), value("previewValue"), binding.initializer?.value
    )
    let access = node.modifiers.first { ["package", "public"].contains($0.name.text) }?.name.text
    let keyName = access == nil ? nil : keyName(of: binding, named: value(nil))
    for expression in [live, preview, test].compactMap(\.self) { walk(expression) }
    let text = { (expression: ExprSyntax) in
      self.draft.take(expression.byteRange) ?? self.text(expression)
    }
    if let live, keyName == nil {
      // The key that swift-dependencies generates for this property is private, so no other code
      // can use it. Therefore, use this library's `@DependencyEntry` instead of writing a key.
      let liveCode = text(live)
      // Without a preview value, swift-dependencies uses the live value in previews, but this
      // library uses the test value. Pass the live value explicitly to keep the behavior.
      let previewed = preview ?? (test == nil ? nil : live)
      let others = [("preview", previewed), ("test", test)].compactMap { label, value in
        value.map {
          "\(label): \($0.id == live.id ? liveCode : text($0))"
            + (needsType($0) ? typeSuffix(of: binding) : "")
        }
      }
      let list = others.isEmpty ? "" : "(\(others.joined(separator: ", ")))"
      replace(attribute.attributeName.end..<attribute.end, with: list)
      replace(
        binding.initializer?.byteRange ?? binding.end..<binding.end,
        with: initial(liveCode, of: binding)
      )
      return .skipChildren
    }
    guard
      let type = binding.typeAnnotation?.type.trimmedDescription ?? inferredType(of: test ?? live)
    else {
      note(
        node,
        why:
          "the initial value of '@DependencyEntry' is the test value in swift-dependencies, but the live value in dependence",
        write: "add the type of the property, and run the command again"
      )
      return .skipChildren
    }
    var values = [("liveValue", live), ("previewValue", preview), ("testValue", test)].compactMap {
      name,
      value in
      value.map { (name, text($0)) }
    }
    if live != nil, preview == nil, test != nil {
      values.insert(("previewValue", "liveValue"), at: 1)
    }
    writeKey(
      of: node,
      binding,
      attribute,
      name: keyName ?? "__Key_\(self.text(binding.pattern))",
      access: access,
      type: type,
      values: values
    )
    return .skipChildren
  }

  /// Replaces the `@DependencyEntry` macro of swift-dependencies with equivalent code: a key that
  /// declares the dependency's default values, and a getter and a setter that use the key.
  private func writeKey(
    of node: VariableDeclSyntax,
    _ binding: PatternBindingSyntax,
    _ attribute: AttributeSyntax,
    name: String,
    access: String?,
    type: String,
    values: [(name: String, code: String)]
  ) {
    removeWord(attribute)
    let isLive = values.contains { $0.name == "liveValue" }
    let line = source.newline + source.indentation(of: node)
    let key = isLive ? "\(name).self" : "test: \(name).self"
    let visibility = access.map { $0 + " " } ?? ""
    var text = binding.typeAnnotation == nil ? ": \(type)" : ""
    text += " {\(line)  get { self[\(key)] }\(line)  set { self[\(key)] = newValue }\(line)}"
    text += "\(line)\(access == nil ? "private" : access!) nonisolated enum \(name): "
    text += "\(isLive ? "DependencyKey" : "TestDependencyKey") {"
    for (witness, code) in values {
      text += "\(line)  \(visibility)static var \(witness): \(type) { \(code) }"
    }
    text += "\(line)}"
    let start = binding.typeAnnotation?.end ?? binding.pattern.end
    replace(start..<binding.end, with: text)
  }

  /// Adds a `previewValue` that returns the live value to a key that has no preview value. Without
  /// this property, this library would use the test value in previews, whereas swift-dependencies
  /// uses the live value.
  func addPreviewValue(after node: VariableDeclSyntax) {
    guard !isTest, let binding = node.bindings.first, text(binding.pattern) == "liveValue",
      project.readsLiveValueInPreviews(at: node, in: source)
    else { return }
    let kept: Set = ["fileprivate", "internal", "nonisolated", "package", "private", "public"]
    let access = node.modifiers.filter { kept.contains($0.name.text) && $0.detail == nil }
    let words = access.map { text($0) + " " }.joined() + "static"
    let declaration =
      binding.typeAnnotation.map {
        "\(words) var previewValue: \(text($0.type)) { liveValue }"
      } ?? "\(words) let previewValue = liveValue"
    let start = source.lineStart(of: node.start)
    let isFirst = start + source.indentation(at: start).utf8.count == node.start
    let separator = isFirst ? source.newline + source.indentation(at: start) : "; "
    insert(separator + declaration, after: node)
  }

  /// Returns the code that gives a property its initial value, such as `= Client()`. The code
  /// starts with a space if the property had no initial value.
  private func initial(_ code: String, of binding: PatternBindingSyntax) -> String {
    binding.initializer == nil ? " = \(code)" : "= \(code)"
  }

  private func typeSuffix(of binding: PatternBindingSyntax) -> String {
    binding.typeAnnotation.map { " as \($0.type.trimmedDescription)" } ?? ""
  }

  private func needsType(_ expression: ExprSyntax) -> Bool {
    let first = expression.firstToken(viewMode: .sourceAccurate)?.text
    return first == "." || ["nil", "[]", "[:]"].contains(expression.trimmedDescription)
  }

  private func inferredType(of value: ExprSyntax?) -> String? {
    guard let call = value?.as(FunctionCallExprSyntax.self) else { return nil }
    let name = call.calledExpression.trimmedDescription
    return call.calledExpression.lastComponent.first?.isUppercase == true ? name : nil
  }

  /// Returns the name that the `@DependencyEntry` macro of swift-dependencies gives to the key of a
  /// `public` or `package` property.
  private func keyName(of binding: PatternBindingSyntax, named name: ExprSyntax?) -> String {
    if let name = name?.as(StringLiteralExprSyntax.self)?.representedLiteralValue { return name }
    if let type = binding.typeAnnotation?.type, let name = Self.keyName(of: type) {
      return "\(name)Key"
    }
    let name = text(binding.pattern).filter { $0 != "`" }
    return name.prefix(1).uppercased() + name.dropFirst() + "Key"
  }

  private static func keyName(of type: TypeSyntax) -> String? {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): return type.name.text.filter { $0 != "`" }
    case .memberType(let type): return type.name.text.filter { $0 != "`" }
    case .someOrAnyType(let type): return keyName(of: type.constraint)
    case .optionalType(let type): return keyName(of: type.wrappedType)
    case .implicitlyUnwrappedOptionalType(let type): return keyName(of: type.wrappedType)
    case .arrayType(let type): return keyName(of: type.element)
    case .attributedType(let type): return keyName(of: type.baseType)
    case .metatypeType(let type): return keyName(of: type.baseType)
    case .dictionaryType(let type):
      guard let key = keyName(of: type.key), let value = keyName(of: type.value) else { return nil }
      return key + value
    case .tupleType(let type): return joined(type.elements.map(\.type))
    case .compositionType(let type): return joined(type.elements.map(\.type))
    default: return nil
    }
  }

  private static func joined(_ types: [TypeSyntax]) -> String? {
    let names = types.compactMap(keyName)
    return names.isEmpty ? nil : names.joined()
  }

  // MARK: - Reads and checks

  /// Replaces the key type in `@Dependency(Key.self, as: Double.self)` with the key path of the
  /// property that reads this key.
  func migrateCast(of key: LabeledExprSyntax, in node: AttributeSyntax) {
    guard let name = key.expression.metatype else { return }
    if let property = project.propertiesOfKeys[name.lastComponent] {
      replace(key.expression, with: "\\.\(property)")
    } else {
      note(
        node,
        why: "'as:' requires a property of 'DependencyValues', and '\(name)' has none",
        write: "declare one that reads 'self[\(name).self]', and write its key path here"
      )
    }
  }

  /// Replaces `$0 = .test`, which resets all dependencies, with an assignment to `$0.context`. Also
  /// reports that the new assignment, unlike the original, keeps the overrides of outer scopes.
  func migrateContext(_ node: SequenceExprSyntax) {
    guard let value = node.assigned?.as(MemberAccessExprSyntax.self),
      ["live", "preview", "test"].contains(value.declName.baseName.text),
      value.base == nil || value.base?.lastComponent == "DependencyValues",
      let target = node.elements.first.map({ text($0) }), Self.valuesNames.contains(target)
    else { return }
    replace(node, with: "\(target).context = .\(value.declName.baseName.text)")
    note(
      node,
      why:
        "'\(target) = .\(value.declName.baseName.text)' also removed the overrides of outer scopes",
      write: "repeat the overrides of outer scopes here, or remove this comment if there are none"
    )
  }

  /// Reports a use of `shouldReportUnimplemented`, which has no equivalent in this library.
  func noteUnimplementedCheck(_ node: DeclReferenceExprSyntax) {
    note(
      node,
      why: "'shouldReportUnimplemented' has no equivalent",
      write:
        "conform the key to 'PlaceholderDependencyKey', which reports reads but not assignments, and return the value as its 'placeholder'"
    )
  }
}
