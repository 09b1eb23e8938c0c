import Foundation
import Persistence

/// An item that rows may name as the one that theirs are in.
struct KnownContainer {
    let name: String
    /// In a dry run, it is not there any more once its part is over.
    let record: MadeRecord<Item>
}

extension Importer {
    /// Puts items into the items that they are in, once the rows of a part are done: those which others are in
    /// are all of the first part.
    func setContainers() throws {
        for name in containers?.names ?? [] { _ = try container(name) }
        for (index, item, name) in list.containers where !rows[index].isRefused {
            guard let known = try container(name) else {
                if UUID(uuidString: name) != nil {
                    rows[index].note("what it is in is not in the inventory")
                    continue
                }
                rows[index].fail(.container, "there is no one item “\(name.prefix(40))”")
                continue
            }
            let container = try known.record.current()
            if let container, item.container === container { continue }
            rows[index].note(
                .container, from: item.container?.itemName ?? "", to: known.name)
            if let container { item.container = container }
        }
        list.containers = []
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
