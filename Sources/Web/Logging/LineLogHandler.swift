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
        var line = LogTime.now()
        line += " \(event.level) \(label):"
        for (key, value) in fields(of: event) { line += " \(key)=\(value)" }
        line += " [\(event.source)] \(event.message)\n"
        lines.write(line)
    }

    /// The metadata in the order of its keys; what the event says goes before what the logger says.
    private func fields(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        var fields = metadata
        for more in [metadataProvider?.get(), event.metadata].compactMap(\.self) where !more.isEmpty
        {
            fields.merge(more) { $1 }
        }
        if let error = event.error {
            fields["error.message"] = "\(error)"
            fields["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        return fields.sorted { $0.key < $1.key }
    }
}
