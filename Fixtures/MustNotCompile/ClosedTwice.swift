// error: 'token' consumed more than once
import Dependence

enum Tag: ScopeTag {}

func use() async {
  let token = ScopeToken<Tag, Int>(value: 1)
  await token.enter { _ in await Task.yield() }
  await token.close()
}
