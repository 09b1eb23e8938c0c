import Foundation
import Imaging

/// A photo or a document as a table names it: the path of its file beside the table, and behind an equals
/// sign what people call it: `files/A-0042/receipt-1.pdf=March`.
///
/// A file that is called `photo-1`, `receipt-2` or the like says what it is; of any other one its bytes do.
public struct EvidenceEntry: Sendable, Hashable {
    /// What the name of a file says.
    public enum Kind: Sendable, Hashable {
        case photo
        case document(DocumentKind)
    }

    /// The path of the file, below the folder of the table.
    public let path: String
    /// Nil where the name of the file does not say it.
    public let kind: Kind?
    /// What people call it; empty for nothing.
    public let title: String

    /// The most characters of a title.
    private static let longestTitle = 200
    /// What stands between the entries of a cell.
    private static let separator: Character = "|"
    /// The word before documents of no other kind.
    private static let otherWord = "document"

    /// An entry with a file that is called by what it is.
    ///
    /// - Parameters:
    ///   - folder: the folder of the file, below that of the table.
    ///   - number: tells the file from others in the folder.
    ///   - fileExtension: what follows the dot; empty for none.
    public init(
        _ kind: Kind, in folder: String, number: Int, title: String, fileExtension: String
    ) {
        let word =
            switch kind {
            case .photo: "photo"
            case .document(.other): Self.otherWord
            case .document(let kind): kind.rawValue
            }
        self.kind = kind
        self.title = title.visibleFileName
        path = "\(folder)/\(word)-\(number)" + (fileExtension.isEmpty ? "" : ".\(fileExtension)")
    }

    private init(_ text: Substring) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        path = (parts.first ?? "").trimmingCharacters(in: .whitespaces)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let kind = name.prefixMatch(of: /([A-Za-z]+)-[0-9]+/).flatMap {
            Self.kind($0.1.lowercased())
        }
        self.kind = kind
        let title = parts.count > 1 ? String(parts[1]).visibleFileName : ""
        self.title = String(title.prefix(Self.longestTitle))
    }

    /// The name of the file.
    public var fileName: String {
        (path.split(separator: "/").last.map(String.init) ?? path).visibleFileName
    }

    /// The entries of a cell.
    static func list(_ cell: String) -> [EvidenceEntry] {
        cell.split(separator: separator).map { EvidenceEntry($0) }.filter { !$0.path.isEmpty }
    }

    /// The cell of some entries.
    public static func text(_ entries: [EvidenceEntry]) -> String {
        entries.map { entry in
            let title = entry.title.replacing(String(separator), with: "¦")
            return title.isEmpty ? entry.path : "\(entry.path)=\(title)"
        }.joined(separator: String(separator))
    }

    private static func kind(_ word: String) -> Kind? {
        if word == "photo" { return .photo }
        if word == otherWord { return .document(.other) }
        guard word != DocumentKind.other.rawValue else { return nil }
        return DocumentKind(rawValue: word).map(Kind.document)
    }
}

/// A photo or a document that comes beside a table: what its name says, and what was found out of its bytes.
struct ImportedFile: Codable {
    /// The name of its copy in the folder of the import; nil for one that is left out.
    var copy: String?
    /// What people call it; of a photo what is written below it.
    var name: String
    /// What kind of document it is; nil for a photo.
    var kind: String?
    var mediaType = ""
    var byteCount = 0
    var sha256 = ""
    /// When a photo was taken.
    var captureDate: Date?
    /// Whether there is a small picture of it beside the copy.
    var hasThumbnail = false
    /// Why it is left out.
    var reason: String?

    /// The end of the names of small pictures.
    static let thumbnailEnd = ".small"

    var isPhoto: Bool { kind == nil }

    /// The files of a cell.
    ///
    /// - Throws: errors of the decoder.
    static func list(_ cell: String) throws -> [ImportedFile] {
        try JSONDecoder().decode([ImportedFile].self, from: Data(cell.utf8))
    }

    /// The cell of some files.
    ///
    /// - Throws: errors of the encoder.
    static func text(_ files: [ImportedFile]) throws -> String {
        String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
    }
}
