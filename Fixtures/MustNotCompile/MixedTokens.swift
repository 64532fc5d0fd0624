// error: cannot convert value of type 'ScopeToken<Checkout, Int>' to expected argument type 'ScopeToken<Login, Int>'
import Dependence

enum Login: ScopeTag {}
enum Checkout: ScopeTag {}

func close(_ token: consuming ScopeToken<Login, Int>) {
  token.close()
}

func use() {
  close(ScopeToken<Checkout, Int>(value: 1))
}
