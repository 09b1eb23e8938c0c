/// What a window shows of a view, as far as it can be told apart from what it showed before.
struct LiveState: Sendable {
    /// A record on the page.
    struct Row: Sendable, Equatable {
        /// The number of the record.
        let id: Int64
        /// What names the record in addresses besides its number; nil for nothing else.
        let key: Name?
        /// Changes with what the page shows of the record.
        let version: UInt64

        init(id: Int64, key: Name? = nil, version: UInt64) {
            self.id = id
            self.key = key
            self.version = version
        }

        /// A record of which the page shows what a document says.
        init(id: Int64, key: Name? = nil, showing document: JSONValue) {
            var hash = ContentHash()
            hash.add(document.text)
            self.init(id: id, key: key, version: hash.value)
        }
    }

    /// An attribute by which a record is named: `itemKey`.
    struct Name: Sendable, Equatable {
        let attribute: String
        let text: String
    }

    /// The records, in the order of the page.
    var rows: [Row]
    /// Sums and counts over all that the view selects, by name.
    var totals: [(name: String, value: JSONValue)] = []
}
