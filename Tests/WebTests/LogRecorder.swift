import Logging
import Synchronization

/// Stores log messages for tests.
final class LogRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    /// Level, message and metadata, one text for each message.
    var texts: [String] { lines.withLock(\.self) }

    var logger: Logger {
        Logger(label: "LogRecorder") { _ in Handler(recorder: self) }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let values = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted()
            let text = ["\(event.level)", "\(event.message)"] + values
            recorder.lines.withLock { $0.append(text.joined(separator: " ")) }
        }
    }
}
