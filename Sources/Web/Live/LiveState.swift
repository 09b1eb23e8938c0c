/// The visible state of a view, for finding differences.
struct LiveState: Sendable {
    /// A record on the page.
    struct Row: Sendable, Equatable {
        /// The record number.
        let id: Int64
        /// A second identifier of the record in addresses; nil for none.
        let key: Name?
        /// A hash of the visible data of the record.
        let version: UInt64

        init(id: Int64, key: Name? = nil, version: UInt64) {
            self.id = id
            self.key = key
            self.version = version
        }

        /// A record whose visible data is that of a document.
        init(id: Int64, key: Name? = nil, showing document: JSONValue) {
            var hash = ContentHash()
            hash.add(document.text)
            self.init(id: id, key: key, version: hash.value)
        }
    }

    /// An attribute that identifies a record: `itemKey`.
    struct Name: Sendable, Equatable {
        let attribute: String
        let text: String
    }

    /// The records in the order of the page.
    var rows: [Row]
    /// The sums and counts of the view, by name.
    var totals: [(name: String, value: JSONValue)] = []
}
