import Dispatch
import Foundation
public import Logging
import Synchronization

/// The format of log lines.
public enum LogFormat: String, CaseIterable, Sendable {
    /// For people: time, level, message, status and duration of a request, other metadata.
    ///
    /// `2026-11-21T09:30:00+0000 info GET /items 200 12 ms bytes=4096`.
    case text
    /// For programs: an object per line with `time`, `level`, `message` and the metadata. `duration`
    /// is in milliseconds.
    case json
}

/// Formats log messages as lines for ``LogLines``.
///
/// Metadata is formatted only when a line is written.
public struct LineLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let lines: LogLines
    private let format: LogFormat

    /// - Parameters:
    ///   - lines: the target of the lines.
    ///   - format: how they are written.
    public init(lines: LogLines, format: LogFormat = .text) {
        self.lines = lines
        self.format = format
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        switch format {
        case .text: lines.write(text(of: event))
        case .json: lines.write(json(of: event).text + "\n")
        }
    }

    private func text(of event: LogEvent) -> String {
        var fields = fields(of: event)
        var line = ""
        // The capacity for nearly every line.
        line.reserveCapacity(240)
        line += LogTime.now()
        line += " "
        line += event.level.rawValue
        line += " "
        line += event.message.description
        for key in ["status", "duration"] {
            guard let index = fields.firstIndex(where: { $0.key == key }) else { continue }
            line += " "
            line += Self.text(fields.remove(at: index).value)
        }
        for (key, value) in fields {
            line += " "
            line += key
            line += "="
            line += Self.text(value)
        }
        line += "\n"
        return line
    }

    private static func text(_ value: Logger.Metadata.Value) -> String {
        guard case .stringConvertible(let duration as Duration) = value else {
            return value.description
        }
        let milliseconds = duration / .milliseconds(1)
        return milliseconds < 10
            ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds)) ms"
    }

    private func json(of event: LogEvent) -> JSONValue {
        let members: [(name: String, value: JSONValue)] = [
            ("time", .string(LogTime.now())), ("level", .string(event.level.rawValue)),
            ("message", .string(event.message.description)),
        ]
        return .object(
            members + fields(of: event).map { (name: $0.key, value: Self.json($0.value)) })
    }

    private static func json(_ value: Logger.Metadata.Value) -> JSONValue {
        switch value {
        case .stringConvertible(let number as Int): .int(number)
        case .stringConvertible(let duration as Duration): .double(duration / .milliseconds(1))
        default: .string(value.description)
        }
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

/// A buffered log: lines from all threads are written in order by a separate thread.
///
/// Requests do not wait for the file or the terminal.
public final class LogLines: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// Whether the thread was asked to write.
        var isDue = false
    }

    /// The log on standard error.
    public static let standardError = LogLines(descriptor: STDERR_FILENO)

    /// The time for which lines are collected, so that many are written at once.
    private static let delay = DispatchTimeInterval.milliseconds(10)
    /// The number of buffered bytes above which writers wait.
    private static let limit = 1 << 20

    private let descriptor: CInt
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    /// - Parameter descriptor: the descriptor of an open file.
    public init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Adds lines with their newlines.
    public func write(_ text: String) {
        let (isFirst, isFull) = state.withLock { state in
            state.bytes.append(contentsOf: text.utf8)
            defer { state.isDue = true }
            return (!state.isDue, state.bytes.count > Self.limit)
        }
        if isFull { return flush() }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.writeAll() } }
    }

    /// Waits until all added lines are written.
    public func flush() {
        queue.sync { writeAll() }
    }

    private func writeAll() {
        let bytes = state.withLock { state in
            defer { state = State() }
            return state.bytes
        }
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                // There is no way to report that the log cannot be written.
                guard count > 0 else { return }
                offset += count
            }
        }
    }
}

/// The current time in the format of the log, cached for a second.
enum LogTime {
    private static let last = Mutex((second: time_t(0), text: ""))

    /// The time: `2026-11-21T09:30:00+0000`.
    static func now() -> String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, text(second)) }
            return last.text
        }
    }

    private static func text(_ second: time_t) -> String {
        var second = second
        var parts = tm()
        guard localtime_r(&second, &parts) != nil else { return "-" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let base = buffer.baseAddress else { return "-" }
            let length = strftime(base, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
            return String(
                decoding: UnsafeRawBufferPointer(start: base, count: length), as: UTF8.self)
        }
    }
}
