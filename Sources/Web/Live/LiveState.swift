import NIOCore

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

extension LiveState {
    /// The events that turn this state into another one, if they are applied in order; as few
    /// records as possible are moved.
    func events(to new: LiveState) -> [LiveEvent] {
        var list = rows
        var events: [LiveEvent] = []
        let ids = Set(new.rows.map(\.id))
        for (index, row) in rows.enumerated().reversed() where !ids.contains(row.id) {
            list.remove(at: index)
            events.append(LiveEvent(.delete, row, at: index))
        }
        events += Self.placing(new.rows, in: &list)
        let old = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        for (index, row) in new.rows.enumerated() {
            guard let former = old[row.id], former != row else { continue }
            events.append(LiveEvent(.update, row, at: index))
        }
        if totalsText != new.totalsText { events.append(LiveEvent(.totals, new.totals)) }
        return events
    }

    /// Moves rows to their places, from the last to the first: each is inserted before its
    /// successor.
    private static func placing(_ rows: [Row], in list: inout [Row]) -> [LiveEvent] {
        let moved = Set(
            rows.map(\.id).difference(from: list.map(\.id)).removals.map(\.id))
        var events: [LiveEvent] = []
        var successor: Int64?
        for row in rows.reversed() {
            defer { successor = row.id }
            let former = list.firstIndex { $0.id == row.id }
            if former != nil, !moved.contains(row.id) { continue }
            if let former { list.remove(at: former) }
            let index = successor.flatMap { id in list.firstIndex { $0.id == id } } ?? list.count
            list.insert(row, at: index)
            events.append(LiveEvent(former == nil ? .insert : .move, row, at: index))
        }
        return events
    }

    private var totalsText: String { JSONValue.object(totals).text }
}

extension CollectionDifference.Change where ChangeElement == Int64 {
    fileprivate var id: Int64 {
        switch self {
        case .insert(_, let id, _), .remove(_, let id, _): id
        }
    }
}

/// A change of a view as a server-sent event (HTML, 9.2).
struct LiveEvent: Sendable {
    /// The kinds of events.
    enum Kind: String, Sendable {
        case insert, move, update, delete, totals
        /// The window has missed changes and has to load the whole view again.
        case reload
        /// Other windows have the record's form open.
        case editing
    }

    let kind: Kind
    let data: [(name: String, value: JSONValue)]

    /// An event about a record.
    ///
    /// - Parameter index: the record's index in the list, after this and all earlier events were
    ///   applied in order.
    init(_ kind: Kind, _ row: LiveState.Row, at index: Int?) {
        self.kind = kind
        data =
            [("id", .int(row.id))] + (row.key.map { [($0.attribute, .string($0.text))] } ?? [])
            + (index.map { [("index", .int($0))] } ?? [])
    }

    /// An event about the whole view.
    init(_ kind: Kind, _ data: [(name: String, value: JSONValue)] = []) {
        self.kind = kind
        self.data = data
    }

    /// Appends the event to a stream.
    ///
    /// - Parameter id: the `Last-Event-ID` that a browser sends when it reconnects.
    func write(to buffer: inout ByteBuffer, id: String) {
        buffer.writeString("id: \(id)\nevent: \(kind.rawValue)\ndata: ")
        // The document ends its line, and the empty line after it ends the event.
        buffer.writeImmutableBuffer(JSONValue.object(data).buffer)
        buffer.writeStaticString("\n")
    }
}
