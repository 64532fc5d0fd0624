// error: 'token' is borrowed and cannot be consumed
import Dependence

enum Tag: ScopeTag {}

func use(_ token: borrowing ScopeToken<Tag, Int>) {
  token.close()
}
