import Foundation
import ObjectModel
import Persistence

struct PersistenceContestant: Contestant {
    private let path: String
    private let count: Int
    private let model: ManagedObjectModel

    init(directory: String, count: Int) throws {
        path = directory + "/persistence.sqlite"
        self.count = count
        guard let model = Bundle.module.path(forResource: "Thing", ofType: "xcdatamodeld") else {
            throw WrongResult()
        }
        self.model = try ManagedObjectModel(contentsOf: model)
    }

    private func withContainer(_ body: (PersistentContainer) throws -> Void) throws {
        let container = try PersistentContainer(
            model: model, classes: thingModelClasses, store: .sqlite(path: path))
        try body(container)
        try container.close()
    }

    func insert() throws {
        for suffix in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        try withContainer { container in
            try container.write { context in
                for number in 1...count {
                    let thing = Thing(context: context)
                    thing.name = "Item number \(number)"
                    thing.serial = "SN-\(10_000_000 + number)"
                    thing.worth = Int32(number % 5000)
                    thing.place = Double(number)
                    thing.created = Date(timeIntervalSinceReferenceDate: 7e8 + Double(number))
                    thing.key = key(number)
                }
                try context.save()
            }
        }
    }

    func fetch() throws {
        try withContainer { container in
            let sum = try container.read { context in
                try context.fetch(FetchRequest<Thing>()).reduce(0) { sum, thing in
                    sum &+ (thing.name?.utf8.count ?? 0) &+ (thing.serial?.utf8.count ?? 0)
                        &+ Int(thing.worth) &+ Int(thing.place)
                        &+ Int(thing.created?.timeIntervalSinceReferenceDate ?? 0)
                        &+ Int(thing.key?.uuid.0 ?? 0)
                }
            }
            guard sum != 0 else { throw WrongResult() }
        }
    }

    func lookUp() throws {
        try withContainer { container in
            try container.read { context in
                for number in 0..<10_000 {
                    let key = Int64(number * 7919 % count + 1)
                    guard try context.existingObject(Thing.self, recordNumber: key) != nil else {
                        throw WrongResult()
                    }
                }
            }
        }
    }

    func save() throws {
        try withContainer { container in
            try container.write { context in
                var request = FetchRequest<Thing>()
                request.fetchLimit = 1_000
                for thing in try context.fetch(request) {
                    thing.worth += 1
                    try context.save()
                }
            }
        }
    }
}

/// A UUID from a number, without random bytes.
func key(_ number: Int) -> UUID {
    var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)).uuid
    withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: number, as: Int.self) }
    return UUID(uuid: bytes)
}
