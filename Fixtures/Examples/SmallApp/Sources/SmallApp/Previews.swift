// The module of the preview macro: what has only SwiftUI's types leaves this file out.
#if canImport(DeveloperToolsSupport)
import DependenceMacros
import Quotes
import SwiftUI

// What is not overridden has its preview value.
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
