public import Logging

/// Formats log messages as lines for ``LogLines``: time, level, label, metadata, module, message.
///
/// `2026-11-21T09:30:00+0000 info Homeowner: status=200 [Web] GET /items`. Metadata is formatted
/// only when a line is written.
public struct LineLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let lines: LogLines

    /// - Parameters:
    ///   - label: the name of the logger.
    ///   - lines: the target of the lines.
    public init(label: String, lines: LogLines) {
        self.label = label
        self.lines = lines
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var line = ""
        // The capacity for nearly every line.
        line.reserveCapacity(240)
        line += LogTime.now()
        line += " "
        line += event.level.rawValue
        line += " "
        line += label
        line += ":"
        for (key, value) in fields(of: event) {
            line += " "
            line += key
            line += "="
            line += value.description
        }
        line += " ["
        line += event.source
        line += "] "
        line += event.message.description
        line += "\n"
        lines.write(line)
    }

    /// The metadata ordered by key; an event's values take precedence over the logger's.
    private func fields(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        var fields: [(key: String, value: Logger.Metadata.Value)] = []
        fields.reserveCapacity(8)
        if let error = event.error {
            fields.append(("error.message", .string("\(error)")))
            fields.append(("error.type", .string(String(reflecting: type(of: error)))))
        }
        // For so few fields a linear search is faster than merging dictionaries.
        if let more = event.metadata { Self.add(more, to: &fields) }
        if let more = metadataProvider?.get() { Self.add(more, to: &fields) }
        Self.add(metadata, to: &fields)
        return fields
    }

    /// Inserts missing fields in order.
    private static func add(
        _ metadata: Logger.Metadata, to fields: inout [(key: String, value: Logger.Metadata.Value)]
    ) {
        for (key, value) in metadata {
            let index = fields.firstIndex { $0.key >= key } ?? fields.endIndex
            if index < fields.endIndex, fields[index].key == key { continue }
            fields.insert((key, value), at: index)
        }
    }
}
