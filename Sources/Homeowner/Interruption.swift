import Dispatch
import Foundation

/// Lets Control-C cancel work while this object lives, instead of ending the program.
final class Interruption {
    private let source: any DispatchSourceSignal

    /// - Parameter cancel: cancels the work, on another thread.
    init(_ cancel: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler(handler: cancel)
        // Dispatch blocks the signal and reads it from a descriptor. If it were ignored too, it
        // would be lost.
        source.resume()
    }

    deinit {
        source.cancel()
    }
}
