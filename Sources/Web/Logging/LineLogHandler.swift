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
        // They are few: looking through them is less work than putting dictionaries together.
        for more in [event.metadata, metadataProvider?.get(), metadata] {
            guard let more else { continue }
            for (key, value) in more where !fields.contains(where: { $0.key == key }) {
                fields.append((key, value))
            }
        }
        fields.sort { $0.key < $1.key }
        return fields
    }
}
