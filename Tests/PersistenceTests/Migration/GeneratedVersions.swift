import ObjectModel

@testable import Persistence

/// Two versions of a model, generated from a seed: relationships move up and down the hierarchies;
/// either end gets another name, order or count.
struct GeneratedVersions {
    /// A relationship with its ends, the second of which may be missing.
    private struct Link {
        var ends: [End]
        var hasInverse: Bool
    }

    private struct End {
        var name: String
        var renamingIdentifier: String?
        var entity: String
        var isToMany: Bool
        var isOrdered: Bool
        var isRequired = false
    }

    private(set) var older: ManagedObjectModel
    private(set) var newer: ManagedObjectModel
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        (older, newer) = (ManagedObjectModel(entities: []), ManagedObjectModel(entities: []))
        var parents: [String: String?] = [
            "Base": nil, "Kind": "Base", "Sort": "Kind", "Other": "Base", "Root": nil,
            "Leaf": "Root", "Twig": "Root",
        ]
        let isAbstract = random.chance(0.5)
        let links = (1...3).map { makeLink($0, parents) }
        older = model(parents, isAbstract, links)
        let movedLinks = links.map { changed($0, parents) }
        // Other entities get other numbers, or another parent.
        if random.chance(0.3) { parents["Aardvark"] = .some(nil) }
        if random.chance(0.2) { parents["Cat"] = "Base" }
        if random.chance(0.2) { parents["Sort"] = "Base" }
        if random.chance(0.15) {
            parents["Thing"] = .some(nil)
            parents["Base"] = "Thing"
            parents["Root"] = "Thing"
        }
        newer = model(parents, isAbstract, movedLinks)
    }

    // MARK: - The older version

    private mutating func makeLink(_ number: Int, _ parents: [String: String?]) -> Link {
        let names = parents.keys.sorted()
        let (left, right) = (names.filter { isKind($0, "Base", parents) }, names)
        return Link(
            ends: [makeEnd("l\(number)", left), makeEnd("r\(number)", right)],
            hasInverse: random.chance(0.85))
    }

    private mutating func makeEnd(_ name: String, _ entities: [String]) -> End {
        End(
            name: name, entity: random.pick(entities), isToMany: random.chance(0.55),
            isOrdered: random.chance(0.4))
    }

    // MARK: - The newer version

    private mutating func changed(_ link: Link, _ parents: [String: String?]) -> Link {
        var link = link
        for index in link.ends.indices {
            var end = link.ends[index]
            if random.chance(0.5) {
                end.renamingIdentifier = random.chance(0.4) ? end.name : nil
                end.name = "new\(end.name)"
            }
            if random.chance(0.6) {
                let related = parents.keys.sorted().filter {
                    isKind($0, end.entity, parents) || isKind(end.entity, $0, parents)
                }
                end.entity = random.pick(related)
            }
            if random.chance(0.2) { end.isToMany.toggle() }
            if random.chance(0.2) { end.isOrdered.toggle() }
            end.isRequired = random.chance(0.08)
            link.ends[index] = end
        }
        if random.chance(0.1) { link.hasInverse.toggle() }
        return link
    }

    private func isKind(
        _ entity: String, _ ancestor: String, _ parents: [String: String?]
    ) -> Bool {
        entity == ancestor || (parents[entity] ?? nil).map { isKind($0, ancestor, parents) } == true
    }

    // MARK: - Models

    private func model(
        _ parents: [String: String?], _ isAbstract: Bool, _ links: [Link]
    ) -> ManagedObjectModel {
        ManagedObjectModel(
            entities: parents.keys.sorted().map { name in
                let parent = parents[name] ?? nil
                var entity = EntityDescription(
                    name, superentityName: parent, isAbstract: name == "Base" && isAbstract)
                if name == "Base" || name == "Root" {
                    entity.attributes = [Farm.optional("name", .string)]
                }
                for link in links {
                    if link.ends[0].entity == name {
                        entity.relationships.append(relationship(link, from: 0))
                    }
                    if link.hasInverse, link.ends[1].entity == name {
                        entity.relationships.append(relationship(link, from: 1))
                    }
                }
                return entity
            })
    }

    private func relationship(_ link: Link, from index: Int) -> RelationshipDescription {
        let (end, other) = (link.ends[index], link.ends[1 - index])
        let inverse = link.hasInverse ? other.name : nil
        var relationship =
            end.isToMany
            ? RelationshipDescription(
                toMany: end.name, other.entity, inverse: inverse, isOptional: false,
                isOrdered: end.isOrdered)
            : RelationshipDescription(
                toOne: end.name, other.entity, inverse: inverse, isOptional: false)
        relationship.isOptional = end.isToMany || !end.isRequired
        relationship.renamingIdentifier = end.renamingIdentifier
        return relationship
    }
}
