import Domain

/// The sections of an application, and what follows from all of them.
struct SectionCatalog: Sendable {
    let descriptions: [SectionDescription]
    /// The sections, in their order; the first page is the first.
    let sections: [Section]
    /// The words for all entities that people have to do with.
    let activity: [EntityName: ActivitySource]
    /// What is of use to the program alone: counters, steps of the undo, words that are offered, and what only
    /// keeps how something else was, which is told of where that changes.
    let unseen: Set<EntityName>
    /// All that can be found by words, in the order of the sections.
    let search: [SearchSource]
    /// The addresses of the lists that can be shared by a link.
    let sharedPaths: Set<SitePath>

    /// The sections of every household.
    static let standard = SectionCatalog([
        .overview, .inventory, .sales, .groceries, .books, .places,
    ])

    init(_ descriptions: [SectionDescription]) {
        self.descriptions = descriptions
        sections = descriptions.map(\.section)
        activity = descriptions.reduce(into: [:]) { $0.merge($1.activity) { $1 } }
        unseen = descriptions.reduce(into: []) { $0.formUnion($1.unseen) }
        search = descriptions.flatMap(\.search)
        sharedPaths = Set(descriptions.flatMap(\.sharedLists.keys))
    }

    /// The same with further sections behind them.
    func adding(_ further: [SectionDescription]) -> SectionCatalog {
        further.isEmpty ? self : SectionCatalog(descriptions + further)
    }

    /// The sections that can be put away: all but the first page.
    var choices: [Section] { sections.filter { $0 != .overview } }

    /// The section of a name, or nil.
    func section(named name: String) -> Section? { sections.first { $0.rawValue == name } }
}
