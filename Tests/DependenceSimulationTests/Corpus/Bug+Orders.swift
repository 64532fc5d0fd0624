import Dependence

private actor Log {
  var entries: [Int] = []

  func add(_ number: Int) { entries.append(number) }
}

extension Bug {
  /// Bugs in code that relies on one order of steps.
  static let orders = [
    Bug("messages that overtake each other") { isFixed in
      let log = Log()
      let first = Task { await log.add(1) }
      if isFixed { await first.value }
      let second = Task { await log.add(2) }
      _ = await (first.value, second.value)
      return await log.entries == [1, 2]
    },
    Bug("a late initializer, after four steps") { await lateInitializer(4, $0) },
    Bug("a late initializer, after sixteen steps") { await lateInitializer(16, $0) },
    Bug("an order of depth three") { await alternation(3, $0) },
    Bug("an order of depth four") { await alternation(4, $0) },
    Bug("an order of depth six") { await alternation(6, $0) },
    Bug("one rare order of three tasks") { isFixed in
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            await log.add(number)
            await pause()
            await log.add(number)
          }
          if isFixed { await group.next() }
        }
      }
      let entries = await log.entries
      return entries != [3, 3, 2, 2, 1, 1]
    },
    Bug("Peterson's flags, set after the turn") { isFixed in
      let state = Shared((wants: [false, false], turn: 0, inside: 0, most: 0))
      let enter: @Sendable (Int) async -> Void = { me in
        if isFixed {
          state.change { $0.wants[me] = true }
        } else {
          state.change { $0.turn = 1 - me }
        }
        await pause()
        if isFixed {
          state.change { $0.turn = 1 - me }
        } else {
          state.change { $0.wants[me] = true }
        }
        await pause()
        for _ in 0..<200 where state.value.wants[1 - me] && state.value.turn == 1 - me {
          await pause()
        }
        state.change {
          $0.inside += 1
          $0.most = max($0.most, $0.inside)
        }
        await pause()
        state.change {
          $0.inside -= 1
          $0.wants[me] = false
        }
      }
      await together({ await enter(0) }, { await enter(1) })
      return state.value.most == 1
    },
    Bug("a singleton that is made twice") { isFixed in
      let instance = Shared<Int?>(nil)
      let made = Shared(0)
      let get: @Sendable () async -> Void = {
        if instance.value != nil { return }
        if isFixed { instance.value = 0 }
        await pause()
        made.change { $0 += 1 }
        instance.value = made.value
      }
      await together(
        get,
        {
          await pause(3); await get()
        }
      )
      return made.value == 1
    },
    Bug("a stop that a start overtakes") { isFixed in
      let player = Player()
      await together({ await player.start(isFixed) }, { await player.stop() })
      return await !player.isPlaying
    },
    Bug("an observer that is told after it has left") { isFixed in
      let observers = Shared([0, 1])
      let hasLeft = Shared(false)
      let wasTold = Shared(false)
      await together(
        {
          for observer in observers.value {
            await pause()
            if isFixed, !observers.value.contains(observer) { continue }
            if observer == 1, hasLeft.value { wasTold.value = true }
          }
        },
        {
          await pause()
          observers.change { $0.removeAll { $0 == 1 } }
          hasLeft.value = true
        }
      )
      return !wasTold.value
    },
    Bug("a spinner that the first of two loads hides") { isFixed in
      let screen = Screen()
      await together(
        { await screen.load(1, isFixed) },
        { await screen.load(3, isFixed) }
      )
      return await screen.wasRight
    },
  ]

  private static func lateInitializer(_ steps: Int, _ isFixed: Bool) async -> Bool {
    let configuration = Shared<Int?>(nil)
    let initializer = Task { configuration.value = 1 }
    if isFixed { await initializer.value }
    await pause(steps)
    let isReady = configuration.value != nil
    await initializer.value
    return isReady
  }

  /// Runs two tasks that each increment a number up to `depth` times, but only when it is their
  /// turn. Returns `false` if the number reaches `2 * depth - 1`, which requires the tasks to
  /// alternate.
  private static func alternation(_ depth: Int, _ isFixed: Bool) async -> Bool {
    let number = Shared(0)
    let climb: @Sendable (Int) async -> Void = { parity in
      for _ in 0..<depth {
        await pause(2)
        let old = number.value
        number.value = old % 2 == parity ? old + 1 : max(old - 1, 0)
      }
    }
    if isFixed {
      await climb(0)
      await climb(1)
    } else {
      await together({ await climb(0) }, { await climb(1) })
    }
    return number.value < 2 * depth - 1
  }
}

private actor Player {
  var isPlaying = false
  var isStopped = false

  func start(_ isFixed: Bool) async {
    guard !isStopped else { return }
    await pause(2)
    if isFixed, isStopped { return }
    isPlaying = true
  }

  func stop() async {
    isStopped = true
    isPlaying = false
  }
}

@MainActor
private final class Screen: Sendable {
  nonisolated init() {}

  private var loads = 0
  private var isLoading = false
  private(set) var wasRight = true

  func load(_ steps: Int, _ isFixed: Bool) async {
    loads += 1
    isLoading = true
    await pause(steps)
    loads -= 1
    isLoading = isFixed ? loads > 0 : false
    if loads > 0, !isLoading { wasRight = false }
  }
}
