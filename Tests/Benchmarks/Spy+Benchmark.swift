import Dependence
import DependenceHarness

/// What a spy adds to a call: of one argument and of twelve, synchronous and asynchronous.
func benchmarkSpy() async {
  let one = Spy<Int, Int>("one", allowsUnfinishedCalls: true)
  let plain: @Sendable (Int) -> Int = { $0 + 1 }
  let spied: @Sendable (Int) -> Int = one.wrap(plain)
  let base = await calls { for number in $0 { check(plain(number) == number + 1, "one more") } }
  let sync = await calls { numbers in
    for number in numbers { check(spied(number) == number + 1, "one more") }
    check(one.calls.count == numbers.count, "every call should be recorded")
    one.reset()
  }
  print(sync.line("a spied call of one argument") + ", \(Int(base.nanoseconds)) ns without the spy")

  let twelve = Spy<Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int>(
    "twelve",
    allowsUnfinishedCalls: true
  )
  let wide:
    @Sendable @concurrent (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) async throws
      -> Int =
      twelve.wrap { a, b, c, d, e, f, g, h, i, j, k, l in
        a + b + c + d + e + f + g + h + i + j + k + l
      }
  let async = await calls { numbers in
    for number in numbers {
      let sum = try? await wide(number, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
      check(sum == number + 11, "the sum of twelve")
    }
    check(twelve.calls.count == numbers.count, "every call should be recorded")
    twelve.reset()
  }
  print(async.line("a spied asynchronous call of twelve arguments that may throw"))
}

private func calls(_ operation: (Range<Int>) async -> Void) async -> Measurement {
  await Measurement {
    0..<20_000
  } operation: { numbers in
    await operation(numbers)
    return numbers.count
  }
}
