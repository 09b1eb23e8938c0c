import Mustache

/// One property in two versions.
struct ConflictRow: Sendable, MustacheParent {
    var label: String
    /// As it is saved now.
    var saved: String
    /// As it was typed.
    var typed: String
    var isDifferent: Bool

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "saved": saved
        case "typed": typed
        case "isDifferent": isDifferent
        default: nil
        }
    }
}
