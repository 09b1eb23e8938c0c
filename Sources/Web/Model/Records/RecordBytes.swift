import Foundation
import Imaging
import Persistence

/// The bytes of a binary or transformable attribute in the store.
struct RecordBytes: Sendable {
    private let container: PersistentContainer
    private let longestRead: Duration
    private let entity: String
    private let number: Int64
    private let attribute: String

    /// The maximum number of bytes for determining the kind.
    private static let maximumInspectedBytes = 50_000_000

    init(_ browser: ModelBrowser, _ entity: String, _ number: Int64, _ slot: PropertySlot) {
        container = browser.container
        longestRead = browser.pages.longestRead
        self.entity = entity
        self.number = number
        attribute = slot.name
    }

    /// The bytes; nil for no value. If the file of an external value is missing, this throws
    /// without affecting other reads of a context.
    ///
    /// - Throws: errors of the store.
    func read() throws -> Data? {
        try container.read { context in try data(in: context) }
    }

    /// As above, without blocking a thread.
    func read() async throws -> Data? {
        try await container.read(timeLimit: longestRead) { context in
            try data(in: context)
        }
    }

    /// The kind of the bytes; nil if unknown, or if there are too many.
    ///
    /// - Throws: errors of the store, and of libmagic's database.
    func kind(_ count: Int) throws -> FileKind? {
        guard count <= Self.maximumInspectedBytes, let data: Data = try read() else { return nil }
        let kind = try FileKind.of(data)
        return kind.mimeType == "application/octet-stream" ? nil : kind
    }

    private func data(in context: ManagedObjectContext) throws -> Data? {
        let id = try context.coordinator.objectID(entityName: entity, recordNumber: number)
        let record = try context.existingObject(with: id)
        guard case .data(let data) = try record.attributeValue(forKey: attribute) else {
            return nil
        }
        return data
    }
}
