import Foundation
import Imaging
import Persistence

/// What a binary or transformable attribute of a record holds, as it stands in the store.
struct RecordBytes: Sendable {
    private let container: PersistentContainer
    private let longestRead: Duration
    private let entity: String
    private let number: Int64
    private let attribute: String

    /// Values above this size are not looked into.
    private static let mostBytesLookedInto = 50_000_000

    init(_ browser: ModelBrowser, _ entity: String, _ number: Int64, _ slot: PropertySlot) {
        container = browser.container
        longestRead = browser.pages.longestRead
        self.entity = entity
        self.number = number
        attribute = slot.name
    }

    /// The bytes; nil for no value. A value in a file that is missing throws here, and does not spoil
    /// what else a context reads.
    ///
    /// - Throws: errors of the store.
    func read() throws -> Data? {
        try container.read { context in try data(in: context) }
    }

    /// As above, without keeping a thread.
    func read() async throws -> Data? {
        try await container.read(timeLimit: longestRead) { context in
            try data(in: context)
        }
    }

    /// What the bytes are; nil for ones of no kind that is known, and for very many.
    ///
    /// - Throws: errors of the store, and of the database of kinds.
    func kind(_ count: Int) throws -> FileKind? {
        guard count <= Self.mostBytesLookedInto, let data: Data = try read() else { return nil }
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
