// error: 'token' consumed more than once
import Dependence

enum Tag: ScopeTag {}

func use() {
  let token = ScopeToken<Tag, Int>(value: 1)
  token.enter { _ in }
  token.enter { _ in }
}
