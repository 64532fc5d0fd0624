// error: implicit conversion to 'BorrowedScope<Tag, Int>?' is consuming
import Dependence

enum Tag: ScopeTag {}

func use() {
  let token = ScopeToken<Tag, Int>(value: 1)
  var escaped: BorrowedScope<Tag, Int>?
  token.enter { session in escaped = session }
  _ = escaped
}
