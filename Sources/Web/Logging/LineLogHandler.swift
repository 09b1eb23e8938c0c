import Dispatch
import Foundation
public import Logging
import Synchronization

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

/// A buffered log: lines from all threads are written in order by a separate thread.
///
/// Requests do not wait for the file or the terminal.
public final class LogLines: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// Whether the thread has been told to write.
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
