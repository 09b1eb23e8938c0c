import Domain
import Foundation

/// A document among those of an item.
struct DocumentTile: Sendable {
    var name: String
    /// `Receipt · PDF, 120 kB`.
    var summary: String
    var path: String
    var filePath: String
    var deletePath: String
    var positionPath: String
    var thumbnailPath: String
    var isFirst: Bool
    var isLast: Bool
    /// The file of icons.
    var iconsPath: String
}

extension DocumentTile {
    /// The documents of an item, in their order.
    static func tiles(_ documents: [DocumentValues], _ site: Site) -> [DocumentTile] {
        let links = site.links
        return documents.enumerated().map { index, document in
            let number = document.recordNumber
            return DocumentTile(
                name: document.name, summary: document.summary, path: links(.document(number)),
                filePath: links(.documentFile(number)),
                deletePath: links(.deleteDocument(number)),
                positionPath: links(.documentPosition(number)),
                thumbnailPath: document.thumbnailPath(links), isFirst: index == 0,
                isLast: index == documents.count - 1, iconsPath: site.surroundings.iconsPath)
        }
    }
}

/// What is in the trash of an item, with the way back.
struct TrashedTile: Sendable {
    var name: String
    /// `Deleted May 1, 2026, goes for good on May 31, 2026`.
    var summary: String
    var restorePath: String
    /// Where it is deleted for good.
    var erasePath: String
}

extension TrashedTile {
    /// What was deleted at a moment.
    init(name: String, deleted: Date?, restorePath: String, erasePath: String) {
        let deleted = deleted ?? Date(timeIntervalSinceReferenceDate: 0)
        let end = deleted.addingTimeInterval(Double(Item.daysInTrash) * 24 * 60 * 60)
        self.init(
            name: name,
            summary: "Deleted \(DateText.long(deleted)), removed for good on \(DateText.long(end))",
            restorePath: restorePath, erasePath: erasePath)
    }
}
