import Dispatch
import Foundation

enum MainThread {
  // A key that is set only for the main dispatch queue, so that code can check whether it is
  // running on that queue. Checking for the main thread is not enough, because on Linux, other
  // threads serve the main queue after the main thread has called `dispatchMain()`.
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil
  }
}
