import Domain
import Foundation
import ObjectModel
import Persistence

/// Writes the records of a store as tables, a file for each entity, for people who open a backup
/// without the program. The store may have any version of the model.
struct RecordTables {
    private let container: PersistentContainer
    private let model: ManagedObjectModel

    /// The number of records that are read at once.
    private static let batchSize = 1_000

    /// - Throws: errors of the store.
    init(store: String) throws {
        model = try PersistentStoreCoordinator.storedModel(at: store)
        var description = StoreDescription.sqlite(path: store)
        description.isReadOnly = true
        let names = Set(
            model.entities.flatMap(\.attributes).compactMap(\.valueTransformerName))
        container = try PersistentContainer(
            model: model, classes: [], store: description,
            transformers: Dictionary(uniqueKeysWithValues: names.map { ($0, ImageTransformer()) }))
    }

    func close() throws {
        try container.close()
    }

    /// Writes the tables.
    ///
    /// - Parameters:
    ///   - folder: the folder for the files `ENTITY.csv`.
    ///   - picture: the path of a record's original in the backup, for its key and the name of the
    /// record; empty if it is missing.
    /// - Throws: errors of the store and of the file system.
    func write(to folder: String, picture: (UUID, String) throws -> String) throws {
        guard mkdir(folder, 0o700) == 0 else { throw FileError(path: folder, code: errno) }
        for entity in model.entities where !entity.isAbstract {
            try write(entity, to: "\(folder)/\(entity.name).csv", picture)
        }
    }

    private func write(
        _ entity: EntityDescription, to path: String,
        _ picture: (UUID, String) throws -> String
    ) throws {
        guard let layout = container.coordinator.layout.entity(named: entity.name) else { return }
        let slots = layout.slots.filter(Self.isShown)
        let names = OriginalNames.all(in: model)
        // The picture of an item is that of its first photo.
        let isOfPhoto = entity.name == "Item" && names["Item"] == nil
        let original = names[isOfPhoto ? "ItemPhoto" : entity.name]
        let file = try OutputFile(making: path)
        try file.write(
            Self.line(["id"] + slots.map(\.name) + (original == nil ? [] : ["picture"])))
        var request = FetchRequest<ManagedObject>(entityName: entity.name)
        request.includesSubentities = false
        request.fetchLimit = Self.batchSize
        request.relationshipKeyPathsForPrefetching = isOfPhoto ? ["photos"] : []
        while true {
            let lines = try container.read { context in
                try context.fetch(request).map { record in
                    var cells = ["\(record.savedNumber)"]
                    cells += try slots.map { try Self.cell($0, record) }
                    if let original {
                        let owner = isOfPhoto ? try Item.firstPhoto(of: record) : record
                        cells.append(
                            try owner.flatMap { owner in
                                try original.key(of: owner).map {
                                    try picture($0, original.name(of: owner))
                                }
                            } ?? "")
                    }
                    return Self.line(cells)
                }
            }
            for line in lines { try file.write(line) }
            guard lines.count == Self.batchSize else { break }
            request.fetchOffset += Self.batchSize
        }
        try file.close()
    }

    private static func isShown(_ slot: PropertySlot) -> Bool {
        guard !slot.isTransient, !slot.isToMany else { return false }
        guard let type = slot.attribute?.attributeType else { return true }
        return ![.binaryData, .transformable, .composite, .objectID, .undefined].contains(type)
    }

    private static func cell(_ slot: PropertySlot, _ record: ManagedObject) throws -> String {
        guard slot.attribute != nil else {
            let destination = try record.value(forKey: slot.name) as? ManagedObject
            return destination?.objectID.recordNumber.map { "\($0)" } ?? ""
        }
        return switch try record.attributeValue(forKey: slot.name) {
        case .null, .deferred, .transformable, .data, .object: ""
        case .integer(let value): "\(value)"
        case .boolean(let value): value ? "true" : "false"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .string(let value): FormulaText.defused(value)
        case .date(let value): value.formatted(.iso8601)
        case .uuid(let value): value.uuidString
        case .url(let value): value.absoluteString
        }
    }

    private static func line(_ cells: [String]) -> Data {
        let quoted = cells.map { cell in
            cell.utf8.contains { ",\"\r\n".utf8.contains($0) }
                ? "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : cell
        }
        return Data((quoted.joined(separator: ",") + "\r\n").utf8)
    }
}
