import NIOCore

/// What has become of a view: an event as browsers take it (HTML, 9.2, Server-sent events).
struct LiveEvent: Sendable {
    /// The kinds of events.
    enum Kind: String, Sendable {
        case insert, move, update, delete, totals
        /// The window has missed something: it reads the whole view again.
        case reload
        /// Other windows have the form of the record open.
        case editing
    }

    let kind: Kind
    let data: [(name: String, value: JSONValue)]

    /// An event about a record.
    ///
    /// - Parameter index: the place in the list, at which the record is when this and all earlier
    ///   events have been followed in their order.
    init(_ kind: Kind, _ row: LiveState.Row, at index: Int?) {
        self.kind = kind
        data =
            [("id", .int(row.id))] + (row.key.map { [($0.attribute, .string($0.text))] } ?? [])
            + (index.map { [("index", .int($0))] } ?? [])
    }

    /// An event about a view as a whole.
    init(_ kind: Kind, _ data: [(name: String, value: JSONValue)] = []) {
        self.kind = kind
        self.data = data
    }

    /// Appends the event to a stream.
    ///
    /// - Parameter id: what a browser says when it connects again.
    func write(to buffer: inout ByteBuffer, id: String) {
        buffer.writeString("id: \(id)\nevent: \(kind.rawValue)\ndata: ")
        // The document ends its line, and the empty line after it ends the event.
        buffer.writeImmutableBuffer(JSONValue.object(data).buffer)
        buffer.writeStaticString("\n")
    }
}
