import Domain
import ObjectModel
import Persistence

/// The result of a search in all texts of a store.
struct StoreSearch: Sendable {
    /// The matches in one entity.
    struct Group: Sendable {
        let entity: String
        let total: Int
        let hits: [Hit]
    }

    /// A matching record.
    struct Hit: Sendable {
        let entity: String
        let number: Int64
        let label: String?
    }

    let text: String
    /// The entities with matches, with the first records of each.
    let groups: [Group]

    /// Searches. Records of a subentity are listed under the root entity.
    ///
    /// - Throws: errors of the store.
    init(_ text: String, _ browser: ModelBrowser, in context: ManagedObjectContext) throws {
        self.text = text
        let layout = browser.layout
        let entities = text.isEmpty ? [] : browser.model.entities
        groups = try entities.compactMap { description -> Group? in
            guard let entity = layout.entity(named: description.name), !entity.textNames.isEmpty,
                !Self.isSearchedAbove(description, layout)
            else { return nil }
            let fetch = FetchRequest<ManagedObject>(
                entityName: entity.name, EntityList.search(text, entity), limit: SearchResults.shown
            )
            let total = try context.count(for: fetch)
            guard total > 0 else { return nil }
            let hits = try context.fetch(fetch).map {
                Hit(
                    entity: $0.entity.name, number: $0.savedNumber,
                    label: EntityRecord.label(of: $0))
            }
            return Group(entity: entity.name, total: total, hits: hits)
        }
    }

    /// Whether the texts of an entity are all searched with those of its parent.
    private static func isSearchedAbove(
        _ entity: EntityDescription, _ layout: ModelLayout
    ) -> Bool {
        guard let parent = entity.superentityName.flatMap(layout.entity(named:)),
            let own = layout.entity(named: entity.name)
        else { return false }
        return Set(own.textNames) == Set(parent.textNames)
    }

    /// The number of all matches.
    var total: Int { groups.reduce(0) { $0 + $1.total } }

    /// The result as JSON.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("q", .string(text)), ("total", .int(total)),
            (
                "groups",
                .array(
                    groups.map { group in
                        .object([
                            ("entity", .string(group.entity)), ("total", .int(group.total)),
                            ("records", .array(group.hits.map { $0.json(links) })),
                        ])
                    })
            ),
        ])
    }
}

extension StoreSearch.Hit {
    /// The address of the record.
    var path: SitePath { .modelRecord(entity, number) }

    fileprivate func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("entity", .string(entity)), ("id", .int(number)), ("label", .string(label)),
            ("path", .string(links(path))),
        ])
    }
}

extension SearchPage {
    /// The page of a search.
    init(_ search: StoreSearch, _ browser: ModelBrowser) {
        let (links, text) = (browser.links, search.text)
        let json = links(SitePath.search.json.query([("q", text)]))
        var layout = browser.makeLayout(text.isEmpty ? "Search" : "“\(text)”", [browser.crumb])
        layout.searchText = text
        layout.alternates = [.json(json)]
        self.init(
            layout: layout,
            summary: text.isEmpty
                ? "Looks through the texts of all records."
                : "\(ItemCount.text(search.total, "hit", "hits")) for “\(text)”",
            jsonPath: json, hasText: !text.isEmpty, hasHits: search.total > 0,
            groups: search.groups.map { group in
                Group(
                    title: group.entity, count: "\(group.total, grouped: true)",
                    hits: group.hits.map { hit in
                        let record = "\(hit.entity) \(hit.number)"
                        return Hit(
                            label: hit.label ?? record,
                            detail: hit.label == nil ? "" : record, path: links(hit.path))
                    },
                    more: group.total > group.hits.count ? "Show all \(group.total)" : "",
                    morePath: links(
                        SitePath.modelEntity(group.entity).query([("q", text)])))
            })
    }
}
