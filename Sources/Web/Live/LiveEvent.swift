import NIOCore

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
