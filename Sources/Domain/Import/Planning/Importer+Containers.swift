import Foundation
import Persistence

/// An item that rows can name as the container of theirs.
struct KnownContainer {
    let name: String
    /// In a dry run, the record is gone after its part.
    let record: CreatedRecord
    /// The folded names of the path to its location; nil until it is known.
    var place: [String]?
}

extension Importer {
    /// Puts items into their containers, after all rows of a part. Containers are imported in the
    /// first part.
    func setContainers() throws {
        if list.knownContainers.isEmpty {
            for name in containers { _ = try container(name) }
        }
        func forEach(_ body: (Item, String) throws -> Void) rethrows {
            for (index, item, name) in list.containers where !rows[index].isRefused {
                self.index = index
                try body(item, name)
            }
        }
        try forEach(setContainer(of:to:))
        forEach { item, _ in
            guard Self.isInItself(item) else { return }
            row.fail(.container, "“\(item.itemName ?? "")” would contain itself")
        }
        try notePlaces()
        forEach { _, name in noteLocation(in: name) }
        list.containers = []
    }

    private func setContainer(of item: Item, to name: String) throws {
        guard let known = try container(name) else {
            guard UUID(uuidString: name) != nil else {
                return row.fail(.container, "there is no item “\(name.prefix(40))”, or several")
            }
            row.note("the item that contains it is not in the inventory")
            return try setLocation(of: item)
        }
        let container: Item? = try known.record.current()
        if let container, item.container === container { return }
        row.note(.container, from: item.container?.itemName ?? "", to: known.name)
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

    /// Stores the locations of containers, after the containers themselves were put into others.
    private func notePlaces() throws {
        for (name, known) in list.knownContainers {
            guard let known, known.place == nil, var item: Item = try known.record.current()
            else {
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

    /// A longer path is a cycle, which saving rejects.
    private static let deepest = 100

    /// Adds a note if a row gives its item another location than that of its container.
    private func noteLocation(in name: String) {
        guard let names = locationNames(), !names.isEmpty,
            let known = list.knownContainers[name] ?? nil
        else { return }
        let path = names.map(\.foldedForMatching)
        if let place = known.place, place.suffix(path.count).elementsEqual(path) { return }
        row.note("location is left out: the item is where “\(known.name)” is")
    }

    /// The one item with a name; nil if there is none, or several.
    private func container(_ name: String) throws -> KnownContainer? {
        if let known = list.knownContainers[name] { return known }
        let found = try Item.named(name, in: context)
        var known: KnownContainer?
        if let item = found.first, found.count == 1 {
            known = KnownContainer(name: item.itemName ?? "", record: self.known(item))
        }
        list.knownContainers.updateValue(known, forKey: name)
        return known
    }
}
