extension SQLiteSession {
    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        return try connection.withStatement(query.sql(keyCount: 1)) { statement in
            try statement.bind(key, at: 1)
            var destinations: [StoreReference] = []
            while try statement.step() {
                if let reference = query.reference(in: statement) {
                    destinations.append(reference)
                }
            }
            return destinations
        }
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        let query = try DestinationQuery(slot, from: entity, schema: schema)
        var destinations: [Int64: [StoreReference]] = [:]
        for start in stride(from: 0, to: keys.count, by: DestinationQuery.greatestKeyCount) {
            let end = min(start + DestinationQuery.greatestKeyCount, keys.count)
            try gather(query, keys: keys[start..<end], into: &destinations)
        }
        return destinations
    }

    private func gather(
        _ query: DestinationQuery, keys: ArraySlice<Int64>,
        into destinations: inout [Int64: [StoreReference]]
    ) throws {
        // A few lengths instead of any, so that there are few statements to prepare.
        let length = DestinationQuery.keyCounts.first { $0 >= keys.count } ?? keys.count
        try connection.withStatement(query.sql(keyCount: length)) { statement in
            for position in 0..<length {
                let index = min(keys.startIndex + position, keys.endIndex - 1)
                try statement.bind(keys[index], at: position + 1)
            }
            while try statement.step() {
                guard let reference = query.reference(in: statement) else { continue }
                destinations[statement.integer(2), default: []].append(reference)
            }
        }
    }
}
