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
