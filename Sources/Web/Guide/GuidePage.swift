/// A page of the user's guide.
struct GuidePage: Sendable {
    /// The last part of its address: `import`.
    let name: String
    let title: String
    /// Its first paragraph as plain text.
    let summary: String
    /// What it is divided into.
    let headings: [GuideHeading]
    let html: String
}
