import Domain
import Foundation

/// The paths of a backup's files, and where they belong in a data directory.
enum BackupPath {
    /// The one folder that all of it is in.
    static let top = "homeowner-backup"
    static let readme = "README.txt"
    static let description = "about.json"
    static let manifest = "manifest.jsonl"
    /// Files that it said at its beginning, and does not have.
    static let leftOut = "left-out.json"
    static let store = "data/Homeowner.sqlite"

    /// Files of the data directory, under their own names.
    static let data = "data"
    /// The originals of items, by the items' names.
    static let pictures = "pictures"
    /// The owner's photographs by place.
    static let photos = "photos"
    /// The records as tables.
    static let tables = "tables"

    /// The folders of the data directory whose files are kept under their own names.
    static let dataFolders = ["images", "favorites", "imports", supportFolder]
    /// The files of the data directory itself, besides the store.
    static let dataFiles = ["erasing.json", "pictures.sha256", "sections.json"]
    static let supportFolder = ".Homeowner_SUPPORT/_EXTERNAL_DATA"

    /// What becomes of a file of a backup.
    enum Place: Equatable {
        /// It describes the backup.
        case description
        case manifest
        case leftOut
        /// It is for people to read, and is not restored.
        case extra
        /// It belongs at this path in the data directory.
        case data(String)
    }

    /// The path of an item's original in a backup.
    static func picture(named name: String, key: UUID, fileExtension: String) -> String {
        let portable = name.portableFileName(mostBytes: 120, otherwise: "item")
        return "\(pictures)/\(portable) \(key.uuidString).\(fileExtension)"
    }

    /// Where a file of a backup belongs; nil for a path that no backup has.
    static func place(of path: String) -> Place? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy(isName), parts.count <= 32, let first = parts.first else {
            return nil
        }
        switch (first, parts.count) {
        case (readme, 1): return .extra
        case (description, 1): return .description
        case (manifest, 1): return .manifest
        case (leftOut, 1): return .leftOut
        case (tables, 2): return .extra
        case (pictures, 2): return key(ofPicture: parts[1]).map { .data("images/\($0.uuidString)") }
        case (photos, 2...): return .data(path)
        case (data, 2...):
            let rest = parts.dropFirst().joined(separator: "/")
            let folder = parts.dropFirst().dropLast().joined(separator: "/")
            let isKnown =
                path == store || dataFiles.contains(rest) || dataFolders.contains(folder)
            return isKnown ? .data(rest) : nil
        default: return nil
        }
    }

    /// The key at the end of a picture's name: `Sofa 6F9619FF-8B86-D011-B42D-00CF4FC964FF.jpg`.
    private static func key(ofPicture name: String) -> UUID? {
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return UUID(uuidString: String(stem.suffix(36)))
    }

    /// Whether a part of a path is a name, and leads nowhere else.
    static func isName(_ part: String) -> Bool {
        !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255
            && !part.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
