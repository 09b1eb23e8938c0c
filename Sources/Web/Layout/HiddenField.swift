/// A value that a form passes on unseen.
struct HiddenField: Sendable {
    var name: String
    var value: String
}
