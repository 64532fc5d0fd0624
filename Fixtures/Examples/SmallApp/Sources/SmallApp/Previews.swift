// This module declares the macro `#Preview`. A build that replaces SwiftUI with type declarations
// has no such macro, so it excludes this file.
#if canImport(DeveloperToolsSupport)
import DependenceMacros
import Quotes
import SwiftUI

// In a preview, dependencies that are not overridden have their preview values.
#Preview("A quote") {
  QuoteScreen()
}

#Preview(
  "Nothing found",
  traits: .modifier(
    DependencePreview { $0.quoteClient.fetch = { throw QuoteError.nothingSaid(topic: $0) } }
  )
) {
  QuoteScreen()
}
#endif
