import Dispatch
import Foundation

/// What Control-C does while this is kept: it calls work off, instead of ending the program in its middle.
final class Interruption {
    private let source: any DispatchSourceSignal

    /// - Parameter callOff: calls the work off, on another thread.
    init(_ callOff: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler(handler: callOff)
        source.resume()
    }

    deinit {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}
