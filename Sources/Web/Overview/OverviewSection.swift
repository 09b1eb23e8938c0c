extension Section {
    /// The first page, which stands for all sections where it is asked what somebody may do.
    static let overview = Section(
        "overview", "Overview", icon: "i-overview", root: .overview, topic: .start)
}

extension SectionDescription {
    static let overview = SectionDescription(
        section: .overview,
        providers: { [OverviewController(inventory: $0.inventory, shop: $0.shop)] })
}
