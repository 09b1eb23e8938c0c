import Domain
import Foundation

/// A zip file to import: a Core Data store with its database, perhaps its log, and the folder of
/// its large values; a table with the photos and documents that it names; or a collection exported
/// by Homebox.
struct StoreArchive {
    /// The unpacked content, by its path.
    enum Content: Equatable {
        case store(String)
        case table(String)
    }

    /// The maximum number of files.
    static let mostFiles = 20_000
    /// The maximum total size of the files in bytes.
    static let mostBytes: Int64 = 1_000_000_000

    private let path: String
    /// The file's name for people.
    private let name: String
    private let mostBytes: Int64

    init(path: String, named name: String, mostBytes: Int64 = Self.mostBytes) {
        self.path = path
        self.name = name
        self.mostBytes = mostBytes
    }

    /// Whether a file begins like a zip file.
    ///
    /// - Throws: errors of the file system.
    static func isOne(_ path: String) throws -> Bool {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        // A file that was only read has nothing to lose.
        defer { try? handle.close() }
        let start = try handle.read(upToCount: 4)
        return start == Data([0x50, 0x4B, 0x03, 0x04]) || start == Data([0x50, 0x4B, 0x05, 0x06])
    }

    /// Unpacks the file.
    ///
    /// - Parameter folder: an empty folder.
    /// - Returns: the content.
    /// - Throws: ``BackupError`` that names an entry that would leave the folder, is neither a file
    ///   nor a folder, misstates its size or is too large, and if there is not exactly one store or
    ///   table; `CSVFault` for a workbook, errors of the file system.
    func unpack(into folder: String) throws -> Content {
        let reader = try ArchiveReader(zip: path)
        var (count, total): (Int, Int64) = (0, 0)
        while let entry = try reader.next() {
            if entry.path?.isEmpty ?? false {
                throw refusal("has a file without a name in it: it is damaged, or no zip file")
            }
            guard let path = entry.path, let parts = Self.parts(of: path) else {
                throw refusal("has “\(Self.shown(entry.path))”, which leads out of it")
            }
            count += 1
            guard count <= Self.mostFiles else {
                throw refusal("has more than \(Self.mostFiles) files")
            }
            switch entry.kind {
            case .other(let kind): throw refusal("has “\(Self.shown(path))”, which is \(kind)")
            case .folder: continue
            case .file: break
            }
            if Self.isOfWorkbook(parts) { throw CSVFault.workbook }
            // Finder's metadata.
            if parts.first == "__MACOSX" || parts.last == ".DS_Store" { continue }
            try take(entry, parts, &total, reader, into: folder)
        }
        return try content(of: folder)
    }

    private func take(
        _ entry: ArchiveReader.Entry, _ parts: [String], _ total: inout Int64,
        _ reader: ArchiveReader, into folder: String
    ) throws {
        try makeFolder(parts.dropLast(), in: folder)
        let path = parts.joined(separator: "/")
        if let size = entry.size, total + size > mostBytes { throw tooLarge }
        let file: OutputFile
        do {
            file = try OutputFile(making: "\(folder)/\(path)")
        } catch let error as FileError where error.code == EEXIST {
            throw refusal("has “\(Self.shown(path))” twice")
        }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { piece.deallocate() }
        var count: Int64 = 0
        while case let length = try reader.read(piece), length > 0 {
            count += Int64(length)
            total += Int64(length)
            guard total <= mostBytes else { throw tooLarge }
            try file.write(UnsafeRawBufferPointer(rebasing: piece[..<length]))
        }
        try file.close()
        if let size = entry.size, size != count {
            throw refusal("says that “\(Self.shown(path))” has \(size) bytes; it has \(count)")
        }
    }

    /// The only store, without the folder of large values; or the only table.
    private func content(of folder: String) throws -> Content {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        let stores = try paths.filter { path in
            let isValue = path.split(separator: "/").contains { $0.hasSuffix("_SUPPORT") }
            var isFolder: ObjCBool = false
            let full = "\(folder)/\(path)"
            _ = FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
            return try !isValue && !isFolder.boolValue && ImportFile.isStore(full)
        }
        guard let first = stores.first else {
            if let collection = try HomeboxCollection(below: folder) {
                return .table(try collection.writeTable())
            }
            if let table = try table(paths) { return .table("\(folder)/\(table)") }
            throw refusal(
                "has no store in it, and no table: the database has to be there, not only its log")
        }
        guard stores.count == 1 else {
            let names = stores.prefix(3).map { "“\(Self.shown($0))”" }.joined(separator: ", ")
            throw refusal("has \(stores.count) stores in it: \(names); pack one of them")
        }
        return .store("\(folder)/\(first)")
    }

    /// The table: the only one, or the only one of items.
    private func table(_ paths: [String]) throws -> String? {
        let tables = paths.filter(Self.isTable)
        let ofItems = tables.filter { path in
            path.split(separator: "/").last?.lowercased().hasPrefix("items.") ?? false
        }
        guard tables.count > 1, ofItems.count != 1 else { return ofItems.first ?? tables.first }
        let names = tables.prefix(3).map { "“\(Self.shown($0))”" }.joined(separator: ", ")
        throw refusal("has \(tables.count) tables in it: \(names); pack one of them")
    }

    /// Whether such a file belongs to a spreadsheet workbook.
    private static func isOfWorkbook(_ parts: [String]) -> Bool {
        parts == ["[Content_Types].xml"] || parts == ["content.xml"]
    }

    private static func isTable(_ path: String) -> Bool {
        let ending = path.split(separator: ".").last?.lowercased() ?? ""
        return ["csv", "tsv", "json", "jsonl", "ndjson"].contains(ending)
    }

    private func makeFolder(_ parts: ArraySlice<String>, in folder: String) throws {
        var path = folder
        for part in parts {
            path += "/" + part
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw FileError(path: path, code: errno)
            }
        }
    }

    /// The parts of a path that stays in the folder; nil for any other one.
    private static func parts(of path: String) -> [String]? {
        let path = path.hasSuffix("/") ? path.dropLast() : path[...]
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 32, !path.contains("\\"), parts.allSatisfy({ BackupPath.isName($0) })
        else {
            return nil
        }
        return parts
    }

    private var tooLarge: BackupError {
        refusal("has more than \(ByteText.text(mostBytes)) in it")
    }

    private func refusal(_ reason: String) -> BackupError { BackupError(of: name, reason) }

    private static func shown(_ path: String?) -> String {
        String((path ?? "a file without a name").prefix(100))
    }
}
