import ObjectModel
import Persistence

extension PostgreSQLSession {
    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, key: Int64
    ) throws -> [StoreReference] {
        try destinations(of: slot, from: entity, keys: [key])[key] ?? []
    }

    func destinations(
        of slot: PropertySlot, from entity: EntityLayout, keys: [Int64]
    ) throws -> [Int64: [StoreReference]] {
        let destination = schema.layout.entity(slot.destinationNumber)
        let selectsEntity = schema.layout.entity(destination.rootNumber).hasSubentities
        let numbers = destination.number...destination.lastNumber
        let parameters = StatementParameters()
        parameters.append(list: keys)
        let result = try begun().run(
            try statement(of: slot, from: entity, to: destination, selectsEntity), parameters)
        var destinations: [Int64: [StoreReference]] = [:]
        for number in 0..<result.rowCount {
            let row = result[number]
            let entityNumber = selectsEntity ? Int(row.integer(2)) : destination.number
            guard numbers.contains(entityNumber) else { continue }
            destinations[row.integer(0), default: []].append(
                StoreReference(entityNumber: entityNumber, key: row.integer(1)))
        }
        return destinations
    }

    private func statement(
        of slot: PropertySlot, from entity: EntityLayout, to destination: EntityLayout,
        _ selectsEntity: Bool
    ) throws -> String {
        let table = schema[destination].table
        let columns = selectsEntity ? "t0.Z_PK, t0.Z_ENT" : "t0.Z_PK"
        let wanted = "= ANY(CAST($1 AS bigint[]))"
        if let join = schema[entity].joins[slot.number] {
            let place = join.orderColumn.map { "j.\($0) NULLS FIRST, " } ?? ""
            return "SELECT j.\(join.sourceColumn), \(columns) FROM \(join.table) j "
                + "JOIN \(table) t0 ON t0.Z_PK = j.\(join.destinationColumn) "
                + "WHERE j.\(join.sourceColumn) \(wanted) ORDER BY \(place)t0.Z_PK"
        }
        guard let inverse = slot.inverseSlot, slot.isToMany,
            let column = schema[destination].columns[inverse]
        else {
            throw PersistenceError.misuse(
                "\(entity.name).\(slot.name) is no to-many relationship that is stored")
        }
        let isOrdered = slot.relationship?.isOrdered == true
        let place = isOrdered ? destination.slots[inverse].orderValueNumber : nil
        let order =
            place.flatMap { schema[destination].columns[$0] }.map { "t0.\($0) NULLS FIRST, " } ?? ""
        return "SELECT t0.\(column), \(columns) FROM \(table) t0 "
            + "WHERE t0.\(column) \(wanted) ORDER BY \(order)t0.Z_PK"
    }
}
