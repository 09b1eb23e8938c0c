/// Proof of possession and worth of an item.
public enum ItemEvidence: String, Sendable, CaseIterable {
    case photo, serialNumber, purchase, value, place, document

    /// The evidence that an item has.
    ///
    /// - Parameter value: the item's worth.
    public static func of(_ item: Item, worth value: ItemValue) -> Set<ItemEvidence> {
        var evidence: Set<ItemEvidence> = []
        if item.hasThumbnail { evidence.insert(.photo) }
        if item.serialNumber != nil { evidence.insert(.serialNumber) }
        if item.purchaseDate != nil, item.purchasePrice != nil { evidence.insert(.purchase) }
        if value.worth != nil { evidence.insert(.value) }
        if item.location != nil { evidence.insert(.place) }
        if item.documents.contains(where: { $0.trashedDate == nil && $0.documentKind.isProof }) {
            evidence.insert(.document)
        }
        return evidence
    }
}
