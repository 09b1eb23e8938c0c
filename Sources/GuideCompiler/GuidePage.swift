/// A page of the guide as it is served.
struct GuidePage {
    /// The last part of its address: `import`.
    let name: String
    let title: String
    let summary: String
    /// The anchors and texts of its second-level headings.
    let headings: [(id: String, text: String)]
    let html: String
}
