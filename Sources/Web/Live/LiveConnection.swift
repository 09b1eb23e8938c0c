/// Closes a window when its response is released: after it was written, when the connection is
/// lost, or if it never starts, as for HEAD.
final class LiveConnection: Sendable {
    let window: LiveWindow

    init(_ window: LiveWindow) {
        self.window = window
    }

    deinit { window.end() }
}
