import Dependence

struct Till {
  var coins = 0

  mutating func take(_ count: Int) {
    if count > coins { reportIssue("\(count) coins were taken out of a till with \(coins).") }
    coins -= min(count, coins)
  }
}
