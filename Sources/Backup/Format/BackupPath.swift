import Domain
import Foundation

/// The paths of a backup's files, and their places in a data directory.
enum BackupPath {
    /// The top folder.
    static let top = "homeowner-backup"
    static let readme = "README.txt"
    static let description = "about.json"
    static let manifest = "manifest.jsonl"
    /// The list of announced files that are missing.
    static let leftOut = "left-out.json"
    static let store = "data/Homeowner.sqlite"

    /// Files of the data directory, under their own names.
    static let data = "data"
    /// The originals of items, by the items' names.
    static let pictures = "pictures"
    /// The owner's photos by place.
    static let photos = "photos"
    /// Photos whose names are not UTF-8, with their bytes escaped: many programs expect text as a
    /// name in an archive, and so does the manifest.
    static let escapedPhotos = "photos-escaped"
    /// The records as tables.
    static let tables = "tables"

    /// The folders of the data directory whose files keep their names. Only backups by former versions have imports.
    static let dataFolders = ["images", "favorites", "imports", supportFolder]
    /// The files of the data directory itself, without the store.
    static let dataFiles = ["erasing.json", "pictures.sha256", "sections.json", "settings.json"]
    static let supportFolder = ".Homeowner_SUPPORT/_EXTERNAL_DATA"

    /// The place of a backup's file in a restore.
    enum Place: Equatable {
        /// It describes the backup.
        case description
        case manifest
        case leftOut
        /// It is for people to read, and is not restored.
        case extra
        /// Its path in the data directory.
        case data(String)
        /// Its path in the data directory, which is not UTF-8.
        case bytes([UInt8])
    }

    /// The path of an item's original in a backup.
    static func picture(named name: String, key: UUID, fileExtension: String) -> String {
        let portable = name.portableFileName(mostBytes: 120, otherwise: "item")
        return "\(pictures)/\(portable) \(key.uuidString).\(fileExtension)"
    }

    /// The place for a path in a backup; nil for a path that backups do not have.
    static func place(of path: String) -> Place? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, parts.count <= 32,
            parts.allSatisfy({ isName($0, mostBytes: first == escapedPhotos ? 765 : 255) })
        else { return nil }
        switch (first, parts.count) {
        case (readme, 1): return .extra
        case (description, 1): return .description
        case (manifest, 1): return .manifest
        case (leftOut, 1): return .leftOut
        case (tables, 2): return .extra
        case (pictures, 2): return key(ofPicture: parts[1]).map { .data("images/\($0.uuidString)") }
        case (photos, 2...): return .data(path)
        case (escapedPhotos, 2...):
            return names(ofEscaped: parts.dropFirst()).map {
                .bytes(Array(([Array(photos.utf8)] + $0).joined(separator: [UInt8(ascii: "/")])))
            }
        case (data, 2...):
            let rest = parts.dropFirst().joined(separator: "/")
            let folder = parts.dropFirst().dropLast().joined(separator: "/")
            let isKnown =
                path == store || dataFiles.contains(rest) || dataFolders.contains(folder)
            return isKnown ? .data(rest) : nil
        default: return nil
        }
    }

    /// The bytes of escaped names; nil if a backup would not escape them so.
    private static func names(ofEscaped parts: ArraySlice<String>) -> [[UInt8]]? {
        let names = parts.map { FolderName(id: $0) }
        let isEscaped = zip(names, parts).allSatisfy { name, part in
            Array(name.id.utf8) == Array(part.utf8) && name.bytes.count <= 255
                && !name.bytes.contains(UInt8(ascii: "/")) && !name.bytes.contains(0)
                && name.bytes != Array("..".utf8) && name.bytes != Array(".".utf8)
        }
        // Names in UTF-8 belong to the other folder.
        let isText = names.allSatisfy { String(validating: $0.bytes, as: UTF8.self) != nil }
        return isEscaped && !isText ? names.map(\.bytes) : nil
    }

    /// The key at the end of a picture's name: `Sofa 6F9619FF-8B86-D011-B42D-00CF4FC964FF.jpg`.
    private static func key(ofPicture name: String) -> UUID? {
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return UUID(uuidString: String(stem.suffix(36)))
    }

    /// Whether a part of a path is a plain file name.
    ///
    /// - Parameter mostBytes: the maximum length; an escaped byte takes three. Default: that of
    ///   file systems.
    static func isName(_ part: String, mostBytes: Int = 255) -> Bool {
        !part.isEmpty && part != "." && part != ".." && part.utf8.count <= mostBytes
            && !part.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
