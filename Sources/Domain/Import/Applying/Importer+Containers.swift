import Foundation
import Persistence

/// An item that rows may name as the one that theirs are in.
struct KnownContainer {
    let name: String
    /// In a dry run, it is not there any more once its part is over.
    let record: MadeRecord<Item>
    /// The folded names on the way to where it is; nil until that is known.
    var place: [String]?
}

extension Importer {
    /// Puts items into the items that they are in, once the rows of a part are done: those which others are in
    /// are all of the first part.
    func setContainers() throws {
        for name in containers?.names ?? [] { _ = try container(name) }
        for (index, item, name) in list.containers where !rows[index].isRefused {
            try setContainer(of: item, to: name, row: index)
        }
        for (index, item, _) in list.containers
        where !rows[index].isRefused && Self.isInItself(item) {
            rows[index].fail(.container, "“\(item.itemName ?? "")” would be in itself")
        }
        try notePlaces()
        for (index, _, name) in list.containers where !rows[index].isRefused {
            noteLocation(in: name, row: index)
        }
        list.containers = []
    }

    private func setContainer(of item: Item, to name: String, row index: Int) throws {
        guard let known = try container(name) else {
            guard UUID(uuidString: name) != nil else {
                return rows[index].fail(
                    .container, "there is no one item “\(name.prefix(40))”")
            }
            rows[index].note("what it is in is not in the inventory")
            return try setLocation(of: item, row: index)
        }
        let container = try known.record.current()
        if let container, item.container === container { return }
        rows[index].note(.container, from: item.container?.itemName ?? "", to: known.name)
        if let container { item.container = container }
    }

    private static func isInItself(_ item: Item) -> Bool {
        var seen: Set<ManagedObjectID> = []
        var next = item.container
        while let outer = next, outer !== item, seen.insert(outer.objectID).inserted {
            next = outer.container
        }
        return next === item
    }

    /// Notes where the items are that others are in, now that they are in what they are in themselves.
    private func notePlaces() throws {
        for (name, known) in list.knownContainers {
            guard let known, known.place == nil, var item = try known.record.current() else {
                continue
            }
            var seen: Set = [item.objectID]
            while let outer = item.container, seen.insert(outer.objectID).inserted { item = outer }
            var (place, location) = ([String](), item.location)
            while let here = location, place.count < Self.deepest {
                place.append((here.name ?? "").foldedForMatching)
                location = here.parent
            }
            list.knownContainers[name]??.place = place.reversed()
        }
    }

    /// A path that is longer leads back to itself, which is refused when it is saved.
    private static let deepest = 100

    /// Says so if a row puts its item elsewhere than where that is which it is in.
    private func noteLocation(in name: String, row index: Int) {
        guard let names = locationNames(row: index), !names.isEmpty,
            let known = list.knownContainers[name] ?? nil
        else { return }
        let path = names.map(\.foldedForMatching)
        if let place = known.place, place.suffix(path.count).elementsEqual(path) { return }
        rows[index].note(
            "location is left out: what is in “\(known.name)” is where that is")
    }

    /// The one item that a name means; nil if there are none, or several.
    private func container(_ name: String) throws -> KnownContainer? {
        if let known = list.knownContainers[name] { return known }
        let found = try Item.named(name, in: context)
        var known: KnownContainer?
        if let item = found.first, found.count == 1 {
            known = KnownContainer(
                name: item.itemName ?? "",
                record: MadeRecord(item) { [context] number in
                    try number.flatMap {
                        try context.existingObject(Item.self, recordNumber: $0)
                    }
                })
        }
        list.knownContainers.updateValue(known, forKey: name)
        return known
    }
}
