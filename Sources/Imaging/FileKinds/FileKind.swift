public import Foundation

/// The kind of a file according to its bytes, whatever its name or sender says.
public struct FileKind: Sendable, Hashable {
    /// The media type, as in "application/pdf".
    public var mimeType: String

    /// The name for a person, without an article, as in "PDF document".
    public var name: String

    /// The format of a known kind of picture.
    public var pictureFormat: PictureFormat?

    /// Makes a kind of file; `pictureFormat` is nil for all but known pictures.
    public init(mimeType: String, name: String, pictureFormat: PictureFormat? = nil) {
        self.mimeType = mimeType
        self.name = name
        self.pictureFormat = pictureFormat
    }
}

extension FileKind {
    /// The number of bytes at the start of a file that decide its kind.
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

    /// Whether the file is a picture of any kind, even of one that cannot be opened here.
    public var isPicture: Bool {
        pictureFormat != nil || (mimeType.hasPrefix("image/") && mimeType != "image/svg+xml")
    }

    /// Determines the kind of a file from its bytes.
    ///
    /// - Throws: ``ImagingError/unreadable(reason:)`` if the file cannot be read.
    public static func of(contentsOf path: String) throws -> FileKind {
        try of(FileBytes(path: path).bytes(at: 0, count: judgedBytes))
    }

    /// Determines the kind of bytes; the first 256 KiB decide.
    ///
    /// - Throws: ``ImagingError/unreadable(reason:)`` if libmagic has no database.
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

    /// Whether libmagic's answer is more than a guess: it takes some first bytes for a program, and
    /// a few bytes that could be letters for a text.
    private static func isCertain(_ mimeType: String, _ start: Data) -> Bool {
        switch mimeType {
        case "application/x-dosexec": start.starts(with: Data("MZ".utf8))
        case "text/plain": !start.contains { $0 < 7 || 0x0E..<0x1B ~= $0 || $0 == 0x7F }
        default: true
        }
    }
}
