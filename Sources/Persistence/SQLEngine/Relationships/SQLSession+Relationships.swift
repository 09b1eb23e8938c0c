import ObjectModel

extension SQLSession {
    package func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        var destinations: [StoreReference] = []
        try run(query.sql(keyCount: 1)) {
            try $0.append(key)
        } _: { row in
            if let reference = query.reference(in: row) { destinations.append(reference) }
        }
        return destinations
    }

    package func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        var destinations: [Int64: [StoreReference]] = [:]
        var rest = keys[...]
        while !rest.isEmpty {
            let portion = rest.prefix(schema.dialect.greatestKeyCount)
            rest = rest.dropFirst(portion.count)
            try run(query.sql(keyCount: portion.count)) {
                try $0.append(keys: portion)
            } _: { row in
                guard let reference = query.reference(in: row) else { return }
                destinations[row.integer(2), default: []].append(reference)
            }
        }
        return destinations
    }
}
