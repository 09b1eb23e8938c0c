import Domain
import Foundation
import NIOCore
import Persistence

/// The items of a view with everything that belongs to them, in the form of the import: a table,
/// with the originals of photos and documents.
struct ItemArchive: Sendable {
    /// The number of items that are read at once.
    private static let batchSize = 200

    let list: ListRequest
    let inventory: Inventory

    private var household: Household { inventory.household }

    /// Writes the archive.
    ///
    /// - Parameter folder: an empty folder in the data directory.
    /// - Returns: the paths of its files, and the names of items with a missing original.
    /// - Throws: errors of the store and of the file system.
    func write(to folder: String) throws -> (paths: [String], missing: [String]) {
        let items = Items(inventory: inventory)
        let (ids, fields) = try household.container.read { context in
            let ids = try items.ids(of: list, in: context)
            return (ids, try ItemField.all(in: context).map { ItemFieldRecord($0) })
        }
        var writer = ReportFolderWriter(folder)
        var table = CSVDocument(columns: items.columns(fields) + ["files"])
        var missing: [String] = []
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            let batch = Array(ids[start..<min(start + Self.batchSize, ids.count)])
            let rows = try household.container.read { context in
                let names = try inventory.names(in: context)
                let records: [Item] = try context.objects(
                    with: batch, prefetching: items.prefetching + ["photos", "documents"])
                return try records.map { item in
                    (
                        cells: try items.cells(item, names, fields),
                        name: item.itemName ?? "", evidence: Original.all(of: item)
                    )
                }
            }
            for row in rows {
                var entries: [EvidenceEntry] = []
                for original in row.evidence {
                    if let entry = try add(original, to: &writer) {
                        entries.append(entry)
                    } else {
                        missing.append(row.name)
                    }
                }
                table.append(row.cells + [.text(EvidenceEntry.text(entries))])
            }
        }
        try writer.write(Data(table.buffer.readableBytesView), to: "items.csv")
        return (try writer.finish(), missing)
    }

    /// Adds an original to the folder; nil if it is missing.
    private func add(
        _ original: Original, to writer: inout ReportFolderWriter
    ) throws -> EvidenceEntry? {
        var entry: EvidenceEntry?
        let path = try writer.take(original.key, of: household.itemImages) { fileExtension in
            let made = EvidenceEntry(
                original.kind, in: "files/\(original.item)", number: original.number,
                title: original.title, fileExtension: fileExtension)
            entry = made
            return made.path
        }
        return path == nil ? nil : entry
    }

    /// The original of a photo or of a document.
    private struct Original: Sendable {
        let key: UUID
        /// `A-0042`.
        let item: String
        let kind: EvidenceEntry.Kind
        /// Its position among those of its item, from 1.
        let number: Int
        let title: String

        /// The originals of an item: photos in their order, then documents.
        static func all(of item: Item) -> [Original] {
            let photos: [(key: UUID?, kind: EvidenceEntry.Kind, title: String)] =
                item.listedPhotos.map { ($0.key, .photo, $0.caption ?? "") }
            let found =
                photos
                + item.listedDocuments.map { ($0.key, .document($0.documentKind), $0.name ?? "") }
            let number = ItemNumber.text(item.itemNumber)
            return found.enumerated().compactMap { index, evidence in
                evidence.key.map {
                    Original(
                        key: $0, item: number, kind: evidence.kind, number: index + 1,
                        title: evidence.title)
                }
            }
        }
    }
}
