/// A page of the user's guide.
struct GuidePage: Sendable {
    /// The last part of its address: `import`.
    let name: String
    let title: String
    /// Its first paragraph as plain text.
    let summary: String
    /// The headings of its sections.
    let headings: [GuideHeading]
    let html: String
}

/// A heading of a page of the guide.
struct GuideHeading: Sendable {
    /// The anchor of the heading.
    let id: String
    let text: String
}
