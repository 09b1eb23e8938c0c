import Domain

extension LayoutPage {
    /// Leaves out what would be refused, and looks as the browser was told to.
    mutating func adapt(to visit: Visit) {
        adapt(to: visit.viewer)
        guard visit.appearance != .auto else { return }
        appearance = visit.appearance.rawValue
    }

    /// Leaves out what would be refused.
    mutating func adapt(to viewer: Viewer) {
        switch viewer {
        case .anybody: return
        case .stranger:
            isOwner = false
            sections = []
            hasFurtherSections = false
            subsections = []
            crumbs = []
            searchPath = ""
            hasSettings = false
        case .person, .script:
            hasAccount = viewer.may(.browsers)
            accountName = viewer.account?.name ?? ""
            isOwner = viewer.may(.owners)
            curlOption = CurlCommand.tokenOption
            sections.removeAll { !viewer.may($0.access) }
            hasFurtherSections = hasFurtherSections && sections.contains(where: \.isFurther)
            subsections.removeAll { !viewer.may($0.access) }
        }
    }
}
