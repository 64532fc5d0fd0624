import Dependence
import DependenceFoundation
import DependenceTesting
import Foundation
import TestKeys
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A property of `DependencyValues` that has a plain value, and the results that tests expect for
/// it.
struct PlainKey: Sendable, CustomTestStringConvertible {
  let property: String
  let example: String
  /// A closure that reads the value through a property wrapper, and returns the line of the
  /// wrapper.
  let read: @Sendable () -> Int
  let assign: @Sendable (inout DependencyValues) -> Void

  var testDescription: String { property }

  static let all = [
    PlainKey(
      property: "calendar",
      example: "Calendar(identifier: .gregorian)",
      read: {
        let line = #line + 1
        @Dependency(\.calendar) var calendar
        _ = (calendar, calendar)
        return line
      },
      assign: { $0.calendar = Calendar(identifier: .hebrew) }
    ),
    PlainKey(
      property: "locale",
      example: #"Locale(identifier: "en_US")"#,
      read: {
        let line = #line + 1
        @Dependency(\.locale) var locale
        _ = (locale, locale)
        return line
      },
      assign: { $0.locale = Locale(identifier: "nl_BE") }
    ),
    PlainKey(
      property: "preferredLocales",
      example: #"[Locale(identifier: "en_US")]"#,
      read: {
        let line = #line + 1
        @Dependency(\.preferredLocales) var preferredLocales
        _ = (preferredLocales, preferredLocales)
        return line
      },
      assign: { $0.preferredLocales.append(Locale(identifier: "nl_BE")) }
    ),
    PlainKey(
      property: "timeZone",
      example: ".gmt",
      read: {
        let line = #line + 1
        @Dependency(\.timeZone) var timeZone
        _ = (timeZone, timeZone)
        return line
      },
      assign: { $0.timeZone = .gmt }
    ),
    PlainKey(
      property: "notificationCenter",
      example: "NotificationCenter()",
      read: {
        let line = #line + 1
        @Dependency(\.notificationCenter) var notificationCenter
        _ = (notificationCenter, notificationCenter)
        return line
      },
      assign: { $0.notificationCenter = NotificationCenter() }
    ),
    PlainKey(
      property: "urlSession",
      example: "URLSession(configuration: configuration)",
      read: {
        let line = #line + 1
        @Dependency(\.urlSession) var urlSession
        _ = (urlSession, urlSession)
        return line
      },
      assign: { $0.urlSession = .shared }
    ),
  ]
}

struct PlainValueTests {
  @Test(arguments: PlainKey.all)
  func `reading an unimplemented value reports one issue at the read`(key: PlainKey) {
    var line = 0
    let issues = issues { line = key.read() }

    #expect(issues.map(\.site.line) == [line])
    #expect(issues.map(\.kind) == [.unimplemented(endpoint: key.property)])
    #expect(
      issues.map(\.message) == [
        """
        \(key.property) was read, but is unimplemented here. Override it for this test with \
        $0.\(key.property) = \(key.example), in withDependencies { … } or .dependencies { … }.
        """
      ]
    )
  }

  @Test(arguments: PlainKey.all)
  func `reading an overridden value reports no issue`(key: PlainKey) {
    let issues = issues {
      withDependencies {
        key.assign(&$0)
      } operation: {
        _ = key.read()
      }
    }

    #expect(issues.isEmpty)
  }

  @Test(arguments: PlainKey.all, [DependencyContext.live, .preview])
  func `reading a live or preview value reports no issue`(key: PlainKey, context: DependencyContext)
  {
    let issues = issues {
      withDependencies {
        $0.context = context
      } operation: {
        _ = key.read()
      }
    }

    #expect(issues.isEmpty)
  }

  @Test(.dependency(\.context, .live))
  func `the live defaults are the autoupdating and shared Foundation values`() {
    let values = DependencyValues.current

    #expect(values.calendar == .autoupdatingCurrent)
    #expect(values.locale == .autoupdatingCurrent)
    #expect(values.timeZone == .autoupdatingCurrent)
    #expect(values.preferredLocales.map(\.identifier).isEmpty == Locale.preferredLanguages.isEmpty)
    #expect(values.notificationCenter === NotificationCenter.default)
  }

  @Test func `the placeholders in tests do not depend on the machine`() {
    _ = issues {
      let values = DependencyValues.current
      #expect(values.calendar.identifier == .gregorian)
      #expect(values.calendar.timeZone == .gmt)
      #expect(values.calendar.locale?.identifier == "en_US_POSIX")
      #expect(values.locale.identifier == "en_US_POSIX")
      #expect(values.preferredLocales.map(\.identifier) == ["en_US_POSIX"])
      #expect(values.timeZone == .gmt)
      #expect(values.notificationCenter !== NotificationCenter.default)
    }
  }

  @Test
  func `setting a calendar property starts from the placeholder and reports no issue`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Brussels"))

    let issues = issues {
      withDependencies {
        $0.calendar.timeZone = zone
      } operation: {
        @Dependency(\.calendar) var calendar
        #expect(calendar.identifier == .gregorian)
        #expect(calendar.timeZone == zone)
      }
    }

    #expect(issues.isEmpty)
  }

  @Test func `the notification center in tests is separate from the default center`() {
    let name = Notification.Name("PlainValueTests")
    let count = Lock(0)
    _ = issues {
      @Dependency(\.notificationCenter) var notificationCenter
      let observer = notificationCenter.addObserver(forName: name, object: nil, queue: nil) { _ in
        count.withLock { $0 += 1 }
      }
      NotificationCenter.default.post(name: name, object: nil)
      notificationCenter.post(name: name, object: nil)
      notificationCenter.removeObserver(observer)
    }

    #expect(count.withLock { $0 } == 1)
  }
}
