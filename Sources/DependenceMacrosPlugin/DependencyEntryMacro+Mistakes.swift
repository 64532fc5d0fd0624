import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Says what keeps a declaration from being an entry.
  func diagnose(_ flaw: Entry.Flaw) {
    switch flaw {
    case .notAVariable(let declaration):
      diagnose(
        .error(
          "entry.kind",
          "@DependencyEntry makes a property of DependencyValues out of a 'var'"
        ),
        at: declaration.firstToken(viewMode: .sourceAccurate) ?? .endOfFileToken()
      )
    case .constant(let variable):
      let keyword = variable.bindingSpecifier
      diagnose(
        .error("entry.let", "a dependency can be overridden, so that its property is a 'var'"),
        at: keyword,
        fixIt: "replace 'let' with 'var'",
        [.replacing(keyword, with: TokenSyntax.keyword(.var))]
      )
    case .typeProperty(let word):
      diagnose(
        .error("entry.static", "an entry is a property of each DependencyValues, not of the type"),
        at: word,
        fixIt: "remove '\(word.name.text)'",
        [.removing(word)]
      )
    case .severalNames(let bindings):
      diagnose(
        .error(
          "entry.bindings",
          "an entry has a declaration of its own; declare each one by itself"
        ),
        at: bindings
      )
    case .pattern(let pattern):
      diagnose(
        .error("entry.pattern", "an entry has a name; declare each one by itself"),
        at: pattern
      )
    case .computed(let binding):
      diagnose(
        .error(
          "entry.computed",
          """
          @DependencyEntry writes the accessors of '\(binding.pattern.trimmed)'; leave them out, and \
          give the live value as '= …'
          """
        ),
        at: binding.accessorBlock.map { Syntax($0) } ?? Syntax(binding),
        fixIt: "remove the accessors",
        binding.accessorBlock.map { [.removing($0)] } ?? []
      )
    case .outsideValues(let attribute):
      diagnose(
        .error("entry.place", "@DependencyEntry stands in an 'extension DependencyValues'"),
        at: attribute
      )
    case .missingType(let binding):
      diagnose(
        .error(
          "entry.type",
          """
          the type of '\(binding.pattern.trimmed)' is not evident from its spelling; write it down
          """
        ),
        at: binding.pattern,
        fixIt: "add a type",
        [.addingType(to: binding)]
      )
    case .valueWithoutInitialValue(let attribute, let argument):
      diagnose(
        .error(
          "entry.value",
          """
          '\(argument.label?.text ?? "a value"):' wants a live value beside it; add '= …', or give \
          the value in the key that the property is named for
          """
        ),
        at: argument,
        fixIt: "remove the arguments",
        [.replacing(attribute, with: attribute.withoutArguments)]
      )
    case .namelessKey(let type, let name):
      diagnose(
        .error(
          "entry.key",
          """
          '\(type.trimmed)' has no name that a key could be named for; give '\(name)' an initial \
          value, or write its accessors by hand
          """
        ),
        at: type
      )
    }
  }
}

extension AttributeSyntax {
  /// This attribute by its name alone.
  var withoutArguments: AttributeSyntax {
    var copy = self
    copy.leftParen = nil
    copy.arguments = nil
    copy.rightParen = nil
    return copy
  }
}
