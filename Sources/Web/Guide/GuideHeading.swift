/// A heading of a page of the guide.
struct GuideHeading: Sendable {
    /// The anchor that leads to it.
    let id: String
    let text: String
}
