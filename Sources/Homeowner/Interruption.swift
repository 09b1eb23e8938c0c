import Dispatch
import Foundation

/// What Control-C does while this is kept, and the program with it: it calls work off, instead of ending the
/// program in its middle.
final class Interruption {
    private let source: any DispatchSourceSignal

    /// - Parameter callOff: calls the work off, on another thread.
    init(_ callOff: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler(handler: callOff)
        // Dispatch blocks the signal and reads it from a descriptor. Ignored as well, it would be lost.
        source.resume()
    }

    deinit {
        source.cancel()
    }
}
