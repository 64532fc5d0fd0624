// Replacements for the parts of frameworks that the examples use, because these frameworks do not
// exist everywhere.

@MainActor
public protocol View {
  associatedtype Body: View
  var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

public struct Text: View {
  public let content: String

  public nonisolated init(_ content: String) {
    self.content = content
  }

  public var body: Never { fatalError() }
}

public struct AnyView: View {
  public let erased: any View

  public init(_ erased: any View) {
    self.erased = erased
  }

  public var body: Never { fatalError() }
}

@MainActor
public protocol App {
  associatedtype Body: View
  var body: Body { get }
}
