import Foundation

/// A photo or a document in a cell: the path of its file next to the table, and after an equals sign
/// its title: `files/A-0042/receipt-1.pdf=March`.
///
/// A file name such as `photo-1` or `receipt-2` states the kind; otherwise the content determines it.
public struct EvidenceEntry: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case photo
        case document(DocumentKind)
    }

    /// The path of the file, below the folder of the table.
    public let path: String
    /// The kind according to the file name; nil for other names.
    public let kind: Kind?
    /// The title; empty for none.
    public let title: String

    /// The maximum number of characters of a title.
    private static let maximumTitleLength = 200
    /// The separator of the entries in a cell.
    private static let separator: Character = "|"
    /// The word in the names of documents of no other kind.
    private static let otherWord = "document"

    /// Makes an entry with a file name that states the kind.
    ///
    /// - Parameters:
    ///   - folder: the folder of the file, below that of the table.
    ///   - number: a number that is unique in the folder.
    ///   - fileExtension: the extension without the dot; empty for none.
    public init(_ kind: Kind, in folder: String, number: Int, title: String, fileExtension: String)
    {
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
        self.title = String(title.prefix(Self.maximumTitleLength))
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
