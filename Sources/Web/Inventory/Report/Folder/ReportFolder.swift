public import Domain
import Foundation
import Imaging
import Persistence

/// The report as a folder that needs no program: a page, the originals of photos and documents, a
/// table, and the SHA-256 of each file.
public struct ReportFolder: Sendable {
    /// The result of writing the folder.
    public struct Outcome: Sendable, Equatable {
        /// The paths of the files in the folder.
        public var paths: [String] = []
        /// The number of items in the report.
        public var itemCount = 0
        /// The names of items with a missing original.
        public var missing: [String] = []
    }

    /// The name of the checksum list, which has the format of `sha256sum`.
    public static let listName = "SHA256SUMS"

    private let household: Household
    private let scope: ReportScope
    private let linksOriginals: Bool

    /// - Parameters:
    ///   - household: the household of the report.
    ///   - scope: the content of the report.
    ///   - linksOriginals: whether originals are hard-linked instead of copied, for a folder
    ///     in the data directory that nothing writes to. Default: copies.
    public init(_ household: Household, _ scope: ReportScope, linksOriginals: Bool = false) {
        self.household = household
        self.scope = scope
        self.linksOriginals = linksOriginals
    }

    /// Writes the folder.
    ///
    /// - Parameter folder: an empty folder.
    /// - Throws: ``SiteError`` for a report that is too long; errors of the store and of the file system.
    public func write(to folder: String) throws -> Outcome {
        let report = try household.container.read { context in
            try InventoryReport(
                scope, ItemNames(household.inventoryCache, in: context),
                household.shopCurrency.current,
                in: context)
        }
        var writer = ReportFolderWriter(folder)
        var outcome = Outcome()
        var files: [UUID: [ReportFile]] = [:]
        for entry in report.entries {
            files[entry.key] = try addFiles(of: entry, to: &writer, &outcome)
        }
        let document = ReportDocument(report: report, scope: scope, files: files)
        try writer.write(document.html, to: "index.html")
        try writer.write(ReportDocument.styles, to: "report.css")
        try writer.write(document.table, to: "items.csv")
        outcome.paths = try writer.finish()
        outcome.itemCount = report.entries.count
        return outcome
    }

    /// Adds the photos and documents of an item. One item is read at a time, so that memory holds
    /// few thumbnails.
    private func addFiles(
        of entry: InventoryReport.Entry, to writer: inout ReportFolderWriter,
        _ outcome: inout Outcome
    ) throws -> [ReportFile] {
        let originals = try household.container.read { context in
            try Item.find(entry.key, in: context)
                .map { ReportOriginal.all(of: $0, at: scope.moment) } ?? []
        }
        var files: [ReportFile] = []
        for original in originals {
            let taken = try writer.take(
                original.key, of: household.itemImages, isLinked: linksOriginals
            ) { "files/\(entry.number)/\(original.stem).\($0)" }
            guard let path = taken else {
                outcome.missing.append(entry.name)
                files.append(ReportFile(label: original.label, isPhoto: original.isPhoto))
                continue
            }
            var file = ReportFile(label: original.label, isPhoto: original.isPhoto, path: path)
            if let thumbnail = original.thumbnail {
                let small = "files/\(entry.number)/\(original.stem)-small.png"
                try writer.write(thumbnail, to: small)
                file.thumbnailPath = small
            }
            files.append(file)
        }
        return files
    }
}

/// A file of an item in the folder.
struct ReportFile: Sendable {
    /// `Photo 2`, `Receipt: March.pdf`.
    var label: String
    var isPhoto: Bool
    /// Its path in the folder; empty if the original is missing.
    var path = ""
    /// The path of its thumbnail; empty if there is none.
    var thumbnailPath = ""
}

/// An original for the folder.
private struct ReportOriginal: Sendable {
    let key: UUID
    let label: String
    let isPhoto: Bool
    /// The name of its file without extension: `receipt-1`.
    let stem: String
    let thumbnail: Data?

    /// The originals of an item at a time: photos in their order, then documents.
    static func all(of item: Item, at moment: Date?) -> [ReportOriginal] {
        func wasThere(_ date: Date?) -> Bool {
            guard let moment, let date else { return true }
            return date <= moment
        }
        var all: [ReportOriginal] = []
        for (place, photo) in item.listedPhotos.enumerated()
        // The first one is what the item looks like, also in an earlier report.
        where place == 0 || wasThere(photo.addedAt) {
            guard let key = photo.key else { continue }
            let number = all.count + 1
            let caption = photo.caption.map { ", \($0)" } ?? ""
            all.append(
                ReportOriginal(
                    key: key, label: "Photo \(number)\(caption)", isPhoto: true,
                    stem: "photo-\(number)", thumbnail: photo.thumbnail))
        }
        for (index, document) in item.documents(at: moment).enumerated() {
            guard let key = document.key else { continue }
            let kind = document.documentKind
            all.append(
                ReportOriginal(
                    key: key, label: kind.label(named: document.recordTitle), isPhoto: false,
                    stem: "\(kind.rawValue)-\(index + 1)", thumbnail: document.thumbnail))
        }
        return all
    }
}

/// Writes the files of a report's folder, and at the end their checksum list.
struct ReportFolderWriter {
    let folder: String
    private var paths: [String] = []
    private var places: Set<String> = []

    init(_ folder: String) {
        self.folder = folder
    }

    /// Creates the folder of a file.
    ///
    /// - Throws: errors of the file system.
    private mutating func makePlace(for path: String) throws {
        let parts = path.split(separator: "/").dropLast()
        guard !parts.isEmpty, places.insert(parts.joined(separator: "/")).inserted else { return }
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(parts.joined(separator: "/"))", withIntermediateDirectories: true)
    }

    /// Adds an original to the folder. It may be deleted at any time, so it is linked or copied
    /// before it is examined.
    ///
    /// - Parameters:
    ///   - images: the folder of originals.
    ///   - isLinked: whether a hard link is enough. Default: true.
    ///   - path: the target path for a file extension, which follows from the content.
    /// - Returns: its path; nil if the original is missing.
    /// - Throws: errors of the file system.
    mutating func take(
        _ key: UUID, of images: ItemImages, isLinked: Bool = true,
        at path: (_ fileExtension: String) -> String
    ) throws -> String? {
        let taken = "\(folder)/.\(key.uuidString)"
        do {
            try images.copy(key, to: taken, isLinked: isLinked)
        } catch let error as FileError where error.code == ENOENT {
            return nil
        }
        let format = try FileKind.of(contentsOf: taken).pictureFormat
        let place = path(format?.fileExtension ?? "pdf")
        try makePlace(for: place)
        guard rename(taken, "\(folder)/\(place)") == 0 else {
            throw FileError(path: place, code: errno)
        }
        note(place)
        return place
    }

    /// Records a file for the checksum list.
    private mutating func note(_ path: String) {
        paths.append(path)
    }

    /// Writes a file.
    ///
    /// - Throws: errors of the file system.
    mutating func write(_ bytes: Data, to path: String) throws {
        try makePlace(for: path)
        try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
        note(path)
    }

    /// Writes the checksum list.
    ///
    /// - Returns: the paths of all files, the list last.
    /// - Throws: errors of the file system.
    func finish() throws -> [String] {
        var list = ""
        for path in paths.sorted() {
            list += "\(try FileChecksum(ofFileAt: "\(folder)/\(path)"))  \(path)\n"
        }
        try Data(list.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(ReportFolder.listName)"))
        return paths.sorted() + [ReportFolder.listName]
    }
}

/// Checks that the folder of a report is unchanged.
public struct ReportVerification: Sendable {
    /// The differences, as sentences.
    public private(set) var faults: [String] = []
    /// The number of compared files.
    public private(set) var comparedCount = 0

    /// Compares the files of a folder with its checksum list.
    ///
    /// - Throws: errors of the file system. A missing list is a fault, not an error.
    public init(of folder: String) throws {
        let list = "\(folder)/\(ReportFolder.listName)"
        guard access(list, F_OK) == 0 else {
            faults = ["There is no \(ReportFolder.listName) in \(folder)."]
            return
        }
        var listed: Set<String> = []
        let text = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: list)), as: UTF8.self)
        for (index, line) in text.split(separator: "\n").enumerated() {
            guard let end = line.firstRange(of: "  "),
                let checksum = FileChecksum(line[..<end.lowerBound]),
                Self.isBelow(String(line[end.upperBound...]))
            else {
                faults.append("Line \(index + 1) of \(ReportFolder.listName) is not a checksum.")
                continue
            }
            let path = String(line[end.upperBound...])
            listed.insert(path)
            try compare(path, in: folder, with: checksum)
        }
        if listed.isEmpty, faults.isEmpty { faults.append("\(ReportFolder.listName) is empty.") }
        let present =
            FileManager.default.enumerator(atPath: folder)?
            .compactMap { $0 as? String } ?? []
        for path in present.sorted() where !listed.contains(path) {
            guard path != ReportFolder.listName else { continue }
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(folder)/\(path)")
            guard attributes[.type] as? FileAttributeType != .typeDirectory else { continue }
            faults.append("\(path) is not in the list.")
        }
    }

    private mutating func compare(
        _ path: String, in folder: String, with checksum: FileChecksum
    ) throws {
        do {
            comparedCount += 1
            guard try FileChecksum(ofFileAt: "\(folder)/\(path)") != checksum else { return }
            faults.append("\(path) was changed.")
        } catch let error as FileError where error.code == ENOENT {
            faults.append("\(path) is missing.")
        } catch let error as FileError {
            faults.append("\(error).")
        }
    }

    /// Whether a path stays inside the folder.
    private static func isBelow(_ path: String) -> Bool {
        !path.hasPrefix("/")
            && !path.split(separator: "/", omittingEmptySubsequences: false).contains {
                $0.isEmpty || $0 == "." || $0 == ".."
            }
    }
}
