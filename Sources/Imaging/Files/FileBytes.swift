import Foundation

/// The bytes of a regular file, read at any offset through a window of fixed size.
struct FileBytes {
    /// The size of the file in bytes.
    let size: Int

    private let path: String
    private let handle: FileHandle
    private var window = Data()
    private var windowStart = 0

    private static let windowSize = 64 * 1024

    /// Opens a file, which stays open as long as the value lives.
    ///
    /// - Throws: ``ImagingError/unreadable(reason:)`` if the path is not that of a readable file.
    init(path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ImagingError.unreadable(reason: "there is no readable file at \(path)")
        }
        self.path = path
        self.handle = handle
        do {
            size = Int(try handle.seekToEnd())
        } catch {
            throw ImagingError.unreadable(reason: "the file at \(path) cannot be read: \(error)")
        }
    }

    /// At most `count` bytes from an offset; fewer at the end of the file.
    func bytes(at offset: Int, count: Int) throws -> Data {
        do {
            try handle.seek(toOffset: UInt64(max(offset, 0)))
            return try handle.read(upToCount: count) ?? Data()
        } catch {
            throw ImagingError.unreadable(reason: "the file at \(path) cannot be read: \(error)")
        }
    }

    /// One byte; nil beyond the end.
    mutating func byte(at offset: Int) throws -> UInt8? {
        guard offset >= 0, offset < size else { return nil }
        if !(windowStart..<windowStart + window.count).contains(offset) {
            window = try bytes(at: offset, count: Self.windowSize)
            windowStart = offset
            if window.isEmpty { return nil }
        }
        return window[window.startIndex + offset - windowStart]
    }

    /// An unsigned integer of at most eight bytes; nil beyond the end or the range of `Int`.
    mutating func integer(at offset: Int, count: Int, bigEndian: Bool = true) throws -> Int? {
        var value: UInt64 = 0
        for step in 0..<count {
            let place = bigEndian ? offset + step : offset + count - 1 - step
            guard let byte = try byte(at: place) else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(exactly: value)
    }

    /// The four characters that name a part of a file; nil beyond the end.
    mutating func name(at offset: Int) throws -> String? {
        var name = ""
        for step in 0..<4 {
            guard let byte = try byte(at: offset + step) else { return nil }
            name.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return name
    }
}
