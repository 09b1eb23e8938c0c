extension LayoutPage {
    /// Leaves out what would be refused.
    mutating func adapt(to viewer: Viewer) {
        switch viewer {
        case .anybody: return
        case .stranger:
            isOwner = false
            sections = []
            hasFurtherSections = false
            hasSubsections = false
            hasCrumbs = false
            hasSearch = false
        case .person, .script:
            hasAccount = viewer.may(.browsers)
            isOwner = viewer.may(.owners)
            curlOption = CurlCommand.tokenOption
            sections.removeAll { !viewer.may($0.access) }
            hasFurtherSections = hasFurtherSections && sections.contains(where: \.isFurther)
            subsections.removeAll { !viewer.may($0.access) }
            hasSubsections = hasSubsections && !subsections.isEmpty
        }
    }
}
