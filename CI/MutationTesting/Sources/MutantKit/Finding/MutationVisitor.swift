import SwiftSyntax

/// A visitor that collects all mutations in a file's syntax tree. The parser's flat sequences of
/// operators and operands must already be folded into nested expressions.
final class MutationVisitor: SyntaxVisitor {
  private let file: String
  private let lines: SourceLocationConverter
  private let otherCases: [String: String]
  private(set) var found: [Mutation] = []

  // The maximum combined length of the operands in a mutated expression. The generated code
  // contains each operand twice, and long operands would slow down the type checker.
  private static let longestOperand = 160
  private static let fatalFunctions: Set = [
    "fatalError", "preconditionFailure", "assertionFailure", "precondition", "assert", "print",
  ]
  private static let boundaries = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
  private static let equalities = ["==": "!=", "!=": "=="]
  private static let conjunctions = ["&&": "||", "||": "&&"]

  init(file: String, lines: SourceLocationConverter, otherCases: [String: String]) {
    self.file = file
    self.lines = lines
    self.otherCases = otherCases
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Code that is not mutated

  override func visit(_: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: RegexLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionParameterClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    node.label?.text.lowercased().hasSuffix("ordering") == true ? .skipChildren : .visitChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let active = node.clauses.first { Platform.compiles($0.condition?.trimmedDescription) }
    if let elements = active?.elements { walk(elements) }
    return .skipChildren
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    guard case .expression(let condition) = node.condition else { return .visitChildren }
    noteCondition(condition)
    if node.parent?.parent?.is(GuardStmtSyntax.self) == true {
      note(
        .passedGuard,
        condition,
        mutated: "true",
        "(\(Mutation.placeholder) || (\(text(condition))))"
      )
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    noteCondition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    noteCondition(node.condition)
    return .visitChildren
  }

  private func noteCondition(_ condition: ExprSyntax) {
    let code = text(condition)
    note(
      .negatedCondition,
      condition,
      mutated: "!(\(code))",
      "(\(Mutation.placeholder) != (\(code)))"
    )
  }

  // MARK: Operators and literals

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return .visitChildren
    }
    let kinds: [(Mutation.Kind, [String: String])] = [
      (.movedBoundary, Self.boundaries), (.swappedEquality, Self.equalities),
      (.swappedConjunction, Self.conjunctions),
    ]
    for (kind, others) in kinds {
      guard let other = others[name] else { continue }
      let (left, right) = (text(node.leftOperand), text(node.rightOperand))
      guard left.utf8.count + right.utf8.count <= Self.longestOperand else { continue }
      let mutated = "\(left) \(other) \(right)"
      note(kind, node, mutated: mutated, choice(mutated, text(node)))
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" {
      let operand = text(node.expression)
      note(.droppedNegation, node, mutated: operand, "(\(Mutation.placeholder) == (\(operand)))")
    }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let value = Int(node.literal.text.replacing("_", with: "")) {
      note(.changedNumber, node, mutated: "\(value + 1)", choice("\(value + 1)", text(node)))
    }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isTrue = node.literal.text == "true"
    note(.changedBoolean, node, mutated: "\(!isTrue)", "(\(Mutation.placeholder) != \(isTrue))")
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.base == nil, let other = otherCases[node.declName.baseName.text],
      node.parent?.is(ExpressionPatternSyntax.self) != true,
      node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id
    {
      note(.changedCase, node, mutated: ".\(other)", choice(".\(other)", text(node)))
    }
    return .visitChildren
  }

  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = node.elements.map { text($0.expression) }
    if elements.count > 1, text(node).utf8.count <= 4 * Self.longestOperand {
      let mutated = "[\(elements.dropLast().joined(separator: ", "))]"
      note(.droppedElement, node, mutated: mutated, choice(mutated, text(node)))
    }
    return .visitChildren
  }

  private func choice(_ mutated: String, _ original: String) -> String {
    "(\(Mutation.placeholder) ? \(mutated) : \(original))"
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let isWhole = node.count == 1 && !isBodyWithoutResult(node)
    for item in node where !isWhole && isDroppable(item) {
      note(.droppedStatement, item, mutated: "", "if !\(Mutation.placeholder) { \(text(item)) }")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    return name.map(Self.fatalFunctions.contains) == true ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    // Do not mutate hash functions, because tests must not depend on hash values.
    if node.name.text == "hash" { return .skipChildren }
    guard let body = node.body, let first = body.statements.first else { return .visitChildren }
    let result = node.signature.returnClause?.type.trimmedDescription
    let exits: [String] =
      switch result {
      case nil, "Void", "()": ["return"]
      case "Bool": ["return true", "return false"]
      case let result? where result.hasSuffix("?"): ["return nil"]
      case let result? where result.hasPrefix("[") && !result.contains(":"): ["return []"]
      default: []
      }
    // Do not insert a statement if the body may be a single expression that is returned implicitly,
    // because the body would then be invalid.
    if result == nil || body.statements.count > 1 {
      for exit in exits {
        let start = first.positionAfterSkippingLeadingTrivia
        let code = "if \(Mutation.placeholder) { \(exit) }; "
        note(.earlyReturn, at: start, 0, original: "", mutated: exit, code)
      }
    }
    return .visitChildren
  }

  /// Returns `true` if `statements` is the body of a function without a result, or of a statement
  /// such as `if` or `defer`. Such a body may be empty, so even its last remaining statement can be
  /// removed.
  private func isBodyWithoutResult(_ statements: CodeBlockItemListSyntax) -> Bool {
    guard let block = statements.parent?.as(CodeBlockSyntax.self) else { return false }
    if let function = block.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause == nil
    }
    return block.parent?.is(DeferStmtSyntax.self) == true
      || block.parent?.is(IfExprSyntax.self) == true
      || block.parent?.is(ForStmtSyntax.self) == true
      || block.parent?.is(DeinitializerDeclSyntax.self) == true
  }

  private func isDroppable(_ item: CodeBlockItemSyntax) -> Bool {
    if item.item.is(ContinueStmtSyntax.self) { return true }
    guard var expression = item.item.as(ExprSyntax.self) else { return false }
    if let tried = expression.as(TryExprSyntax.self) { expression = tried.expression }
    if let awaited = expression.as(AwaitExprSyntax.self) { expression = awaited.expression }
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
      return infix.operator.is(AssignmentExprSyntax.self) || name?.hasSuffix("=") == true
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
    let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    let isInitializer =
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "init"
    return !isInitializer && name.map(Self.fatalFunctions.contains) != true
  }

  // MARK: Recording mutations

  private func text(_ node: some SyntaxProtocol) -> String { node.trimmedDescription }

  private func note(
    _ kind: Mutation.Kind,
    _ node: some SyntaxProtocol,
    mutated: String,
    _ template: String
  ) {
    let start = node.positionAfterSkippingLeadingTrivia
    note(
      kind,
      at: start,
      node.trimmedLength.utf8Length,
      original: text(node),
      mutated: mutated,
      template
    )
  }

  private func note(
    _ kind: Mutation.Kind,
    at start: AbsolutePosition,
    _ length: Int,
    original: String,
    mutated: String,
    _ template: String
  ) {
    let place = lines.location(for: start)
    let end = lines.location(for: start + SourceLength(utf8Length: length))
    found.append(
      Mutation(
        kind: kind,
        file: file,
        line: place.line,
        column: place.column,
        range: start.utf8Offset..<start.utf8Offset + length,
        original: original,
        mutated: mutated,
        context: Mutation.Context(
          before: String(decoding: line(of: place).prefix(place.column - 1), as: UTF8.self),
          after: String(decoding: line(of: end).dropFirst(end.column - 1), as: UTF8.self)
        ),
        template: template
      )
    )
  }

  private func line(of place: SourceLocation) -> String.UTF8View {
    lines.sourceLines[place.line - 1].utf8
  }
}
