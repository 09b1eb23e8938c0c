/// The addresses of what is shown to whoever has a link.
extension SitePath {
    /// The links by which lists are shared.
    static let sharing = SitePath("/sharing")

    static func endSharing(_ id: some CustomStringConvertible) -> SitePath {
        sharing.below("\(id)").below("delete")
    }

    /// A list, for whoever has its link.
    static func sharedList(_ secret: some CustomStringConvertible) -> SitePath {
        SitePath("/shared/\(secret)")
    }

    /// The calendar of what is due, for whoever has its link.
    static func sharedCalendar(_ secret: some CustomStringConvertible) -> SitePath {
        sharedList(secret).below("care.ics")
    }

    /// The report of a link, as a folder in a zip file.
    static func sharedReportArchive(_ secret: some CustomStringConvertible) -> SitePath {
        sharedList(secret).below("report.zip")
    }

    /// A thumbnail on such a list.
    static func sharedThumbnail(
        _ secret: some CustomStringConvertible, _ key: some CustomStringConvertible
    ) -> SitePath {
        sharedList(secret).below("items").below("\(key)").below("thumbnail")
    }
}
