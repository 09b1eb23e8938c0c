import Persistence

/// A tag, detached from its context.
public struct TagLabel: Sendable, Hashable {
    /// The record number.
    public let number: Int64
    public let name: String
    public let color: String

    public init(_ tag: Tag) {
        number = tag.objectID.recordNumber ?? 0
        name = tag.name ?? ""
        color = tag.color ?? Tag.colors[0]
    }
}

extension Item {
    /// The tags by name.
    public var tagLabels: [TagLabel] {
        tags.map(TagLabel.init).sorted {
            ($0.name.lowercased(), $0.number) < ($1.name.lowercased(), $1.number)
        }
    }
}
