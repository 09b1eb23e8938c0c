/// Ends a window when its answer is let go of: when it was written, when the connection is lost, and
/// when it is never begun, as for HEAD.
final class LiveConnection: Sendable {
    let window: LiveWindow

    init(_ window: LiveWindow) {
        self.window = window
    }

    deinit { window.end() }
}
