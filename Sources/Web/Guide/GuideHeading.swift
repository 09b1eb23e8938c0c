/// A heading of a page of the guide.
struct GuideHeading: Sendable {
    /// The anchor of the heading.
    let id: String
    let text: String
}
