public import Foundation

/// What the bytes of a file are, whatever its name and its sender say.
public struct FileKind: Sendable, Hashable {
    /// The media type, as in "application/pdf".
    public var mimeType: String

    /// Words for a person, without an article, as in "PDF document".
    public var name: String

    /// The format where the file is a picture of a known one.
    public var pictureFormat: PictureFormat?

    /// Makes a kind by hand.
    public init(mimeType: String, name: String, pictureFormat: PictureFormat? = nil) {
        self.mimeType = mimeType
        self.name = name
        self.pictureFormat = pictureFormat
    }
}

extension FileKind {
    /// The number of bytes at the start of a file that decide what it is.
    static let judgedBytes = 256 * 1024

    /// The name with its article, as in "a PDF document" or "an empty file".
    public var phrase: String {
        if name.hasSuffix(" text") || name.hasSuffix("data") { return name }
        let vowelSounds: Set<Character> = ["A", "E", "I", "O", "a", "e", "i", "o"]
        let letterNames = ["HTML", "SVG", "XML", "MP", "MS", "RTF", "X-"]
        let startsWithVowel = name.first.map(vowelSounds.contains) ?? false
        let spelled = letterNames.contains { name.hasPrefix($0) }
        return (startsWithVowel || spelled ? "an " : "a ") + name
    }

    /// Whether the file is a picture of any kind, also of one that cannot be opened here.
    public var isPicture: Bool {
        pictureFormat != nil || (mimeType.hasPrefix("image/") && mimeType != "image/svg+xml")
    }

    /// Judges the bytes of a file.
    ///
    /// - Throws: ``ImagingError/unreadable(reason:)`` where the file cannot be read.
    public static func of(contentsOf path: String) throws -> FileKind {
        try of(FileBytes(path: path).bytes(at: 0, count: judgedBytes))
    }

    /// Judges bytes; the first 256 KiB decide.
    ///
    /// - Throws: ``ImagingError/unreadable(reason:)`` where libmagic has no database.
    public static func of(_ bytes: Data) throws -> FileKind {
        if bytes.isEmpty { return FileKind(mimeType: "application/x-empty", name: "empty file") }
        let start = bytes.prefix(judgedBytes)
        let judged = try MagicDatabase.mimeType(of: start)
        let mimeType = isCertain(judged, start) ? judged : "application/octet-stream"
        return FileKind(
            mimeType: mimeType,
            name: try name(forMIMEType: mimeType) ?? name(from: MagicDatabase.words(about: start)),
            pictureFormat: PictureFormat(mimeType: mimeType))
    }

    /// Whether there is more to what libmagic says than a weak sign: it takes one of a few first bytes
    /// for a program, and a few bytes that could be letters for a text.
    private static func isCertain(_ mimeType: String, _ start: Data) -> Bool {
        switch mimeType {
        case "application/x-dosexec": start.starts(with: Data("MZ".utf8))
        case "text/plain": !start.contains { $0 < 7 || 0x0E..<0x1B ~= $0 || $0 == 0x7F }
        default: true
        }
    }
}
