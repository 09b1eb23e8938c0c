public import Logging

/// Makes lines of what is logged, for ``LogLines``: time, level, label, metadata, module, message.
///
/// `2026-11-21T09:30:00+0000 info Homeowner: status=200 [Web] GET /items`. Metadata becomes text when
/// a line is written, not for every request that could write one.
public struct LineLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let lines: LogLines

    /// - Parameters:
    ///   - label: the name of the logger.
    ///   - lines: where the lines go.
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
        // One piece of memory for nearly every line.
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

    /// The metadata in the order of its keys; what the event says goes before what the logger says.
    private func fields(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        var fields: [(key: String, value: Logger.Metadata.Value)] = []
        fields.reserveCapacity(8)
        if let error = event.error {
            fields.append(("error.message", .string("\(error)")))
            fields.append(("error.type", .string(String(reflecting: type(of: error)))))
        }
        // They are few: finding the place of each is less work than putting dictionaries together.
        if let more = event.metadata { Self.add(more, to: &fields) }
        if let more = metadataProvider?.get() { Self.add(more, to: &fields) }
        Self.add(metadata, to: &fields)
        return fields
    }

    /// Adds what is not there yet, each in its place.
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
