// value of type 'DependencyValues' has no member 'greting'
import Dependence
import SwiftUI

struct Greeting: View {
  var body: some View {
    Text("hello").dependencies { $0.greting = "good evening" }
  }
}
