/// The addresses of the user's guide.
extension SitePath {
    /// The user's guide.
    static let guide = SitePath("/help")
    /// All pages as one.
    static let wholeGuide = guide.below("all")

    static func guidePage(_ name: some PathPart) -> SitePath { guide.below("\(name)") }

    /// A picture of the guide.
    static func guidePicture(_ name: some PathPart) -> SitePath {
        file(GuidePictures.folder).below("\(name)")
    }
}
