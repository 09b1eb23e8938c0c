/// The addresses of shared links.
extension SitePath {
    /// The page of shared links.
    static let sharing = SitePath("/sharing")

    static func endSharing(_ id: some PathPart) -> SitePath {
        sharing.below("\(id)").below("delete")
    }

    /// A shared list.
    static func sharedList(_ secret: some PathPart) -> SitePath { SitePath("/shared/\(secret)") }

    /// The calendar of due tasks for a link.
    static func sharedCalendar(_ secret: some PathPart) -> SitePath {
        sharedList(secret).below("care.ics")
    }

    /// The report of a link as a zip file.
    static func sharedReportArchive(_ secret: some PathPart) -> SitePath {
        sharedList(secret).below("report.zip")
    }

    /// A thumbnail in a shared list.
    static func sharedThumbnail(
        _ secret: some PathPart, _ key: some PathPart
    ) -> SitePath {
        sharedList(secret).below("items").below("\(key)").below("thumbnail")
    }
}
