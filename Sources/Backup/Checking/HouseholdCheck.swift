public import Domain
import Foundation
import Persistence

/// Looks for what is wrong with a household: in its store, in the pictures beside it, on its disk.
/// Nothing is changed, and others may use it meanwhile: what is found is looked at again while nobody changes files
/// and records, so that a picture which is just being saved is no fault.
public struct HouseholdCheck: Sendable {
    /// What was found.
    public struct Findings: Sendable {
        /// What is wrong, in the order in which it was looked for.
        public var faults: [HouseholdFault] = []
        /// How many pictures were read and compared.
        public var comparedCount = 0
        /// The pictures whose checksums are not known, by their paths in the data directory.
        var unknown: [String: FileChecksum] = [:]
        /// How many these are.
        public var unknownCount: Int { unknown.count }
        /// The pictures that are not as they were, or cannot be read, by the same paths.
        fileprivate var damaged: Set<String> = []
    }

    /// Where the household is.
    public let directory: DataDirectory

    /// What a disk should have left besides what a copy of the store takes.
    var leastFreeBytes: Int64 = 100_000_000

    /// Runs before what was found is looked at again.
    var willLookAgain: @Sendable () throws -> Void = {}

    public init(_ directory: DataDirectory) {
        self.directory = directory
    }

    /// Looks at everything.
    ///
    /// - Throws: errors of a store that cannot be opened at all, and of the file system.
    public func run() throws -> Findings {
        guard try directory.hasHousehold else {
            throw BackupError("There is no household in \(directory.place).")
        }
        let first = try look(Findings())
        guard !first.faults.isEmpty else { return first }
        try willLookAgain()
        return try FileLock.whileUnchanged(directory.images) { try look(first, isAgain: true) }
    }

    /// Looks at everything once.
    ///
    /// - Parameters:
    ///   - former: what is known of pictures from before.
    ///   - isAgain: whether only those pictures are compared that were at fault then.
    private func look(_ former: Findings, isAgain: Bool = false) throws -> Findings {
        var findings = former
        findings.damaged = []
        findings.faults = try StoreCheck.faults(at: directory.storeLocation)
            .map { HouseholdFault($0) }
        // First the files, then the records: a file that comes later is not missed.
        let images = try names(directory.images)
        let favorites = try names(directory.favorites)
        let records = try PictureRecords(store: directory.storeLocation)
        findings.faults += originalFaults(images, records) + missingOriginals(records)
        findings.faults += favoriteFaults(favorites, records)
        let pictures =
            images.filter { UUID(uuidString: $0) != nil }.map { "images/\($0)" }
            + favorites.filter { Int64($0) != nil }.map { "favorites/\($0)" }
        let compared = isAgain ? pictures.filter(former.damaged.contains) : pictures
        try compare(compared, records, &findings)
        if isAgain { findings.comparedCount = former.comparedCount }
        findings.faults += try RecordFaults.faults(in: directory.storeLocation)
        findings.faults += try spaceFaults()
        return findings
    }

    // MARK: - Files and records

    private func originalFaults(
        _ names: [String], _ records: PictureRecords
    ) -> [HouseholdFault] {
        names.compactMap { name in
            let path = "images/\(name)"
            guard let key = UUID(uuidString: name) else {
                guard isThere(path) else { return nil }
                guard name.hasSuffix(".former") else { return Self.stranger(path) }
                return HouseholdFault(
                    "\(path) is of a picture that was being replaced: the next start ends that.")
            }
            guard isThere(path) else { return nil }
            if records.others[key] != nil { return nil }
            guard let item = records.items[key] else {
                return HouseholdFault("\(path) is the picture of no item.", .putAside(path))
            }
            guard item.isSound, item.hasThumbnail else {
                return HouseholdFault(
                    "The thumbnail of “\(item.name)” (\(path)) is "
                        + (item.hasThumbnail ? "damaged." : "missing."), .thumbnail(ofItem: name))
            }
            return nil
        }
    }

    private func missingOriginals(_ records: PictureRecords) -> [HouseholdFault] {
        let items = records.items.filter { $0.value.hasThumbnail }.mapValues(\.name)
        return items.merging(records.others) { name, _ in name }
            .filter { !isThere("images/\($0.key.uuidString)") }
            .map { "The picture or document of “\($1)” (images/\($0.uuidString)) is missing." }
            .sorted().map { HouseholdFault($0) }
    }

    private func favoriteFaults(
        _ names: [String], _ records: PictureRecords
    ) -> [HouseholdFault] {
        let numbers = Set(names.compactMap { Int64($0) })
        let strangers = names.filter { Int64($0) == nil }.map { "favorites/\($0)" }
        let orphans = numbers.subtracting(records.favorites).sorted().map { "favorites/\($0)" }
        let missing = records.favorites.subtracting(numbers).sorted().map { "favorites/\($0)" }
        return orphans.filter(isThere).map {
            HouseholdFault("\($0) is the picture of no favourite photo.", .putAside($0))
        } + strangers.filter(isThere).map(Self.stranger)
            + missing.filter { !isThere($0) }.map {
                HouseholdFault("The picture \($0) is missing.")
            }
    }

    private static func stranger(_ path: String) -> HouseholdFault {
        HouseholdFault(
            "\(path) is no picture of the program, and belongs to nothing.", .putAside(path))
    }

    private func names(_ folder: String) throws -> [String] {
        guard access(folder, F_OK) == 0 else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func isThere(_ path: String) -> Bool { access("\(directory.path)/\(path)", F_OK) == 0 }

    // MARK: - Checksums

    private func compare(
        _ pictures: [String], _ records: PictureRecords, _ findings: inout Findings
    ) throws {
        let checksums = PictureChecksums(directory: directory)
        let known = try checksums.read()
        for path in pictures {
            let checksum: FileChecksum
            do {
                checksum = try FileChecksum(ofFileAt: "\(directory.path)/\(path)")
            } catch let error as FileError {
                guard error.code != ENOENT else { continue }
                findings.damaged.insert(path)
                findings.faults.append(HouseholdFault("\(error)."))
                continue
            }
            findings.comparedCount += 1
            guard let expected = known[path] else {
                findings.unknown[path] = checksum
                continue
            }
            // A picture may have come in its place since the list was read.
            guard
                try expected.contains(checksum)
                    || checksums.read()[path]?.contains(checksum) == true
            else {
                findings.damaged.insert(path)
                findings.faults.append(HouseholdFault(damage(to: path, records)))
                continue
            }
        }
    }

    private func damage(to path: String, _ records: PictureRecords) -> String {
        let key = UUID(uuidString: String(path.dropFirst("images/".count)))
        let name =
            key.flatMap { records.items[$0]?.name ?? records.others[$0] }
            .map { " of “\($0)”" } ?? ""
        return "The picture\(name) (\(path)) is damaged: its SHA-256 is not what it was."
    }

    // MARK: - The disk

    private func spaceFaults() throws -> [HouseholdFault] {
        let free = try Disk.freeBytes(at: directory.path)
        // A database is on another disk, whose room is seen to by whoever keeps it.
        guard !directory.isShared else {
            guard free < leastFreeBytes else { return [] }
            return [
                HouseholdFault("The disk of \(directory.path) has \(ByteText.text(free)) left.")
            ]
        }
        var status = stat()
        guard stat(directory.store, &status) == 0 else {
            throw FileError(path: directory.store, code: errno)
        }
        guard free < Int64(status.st_size) + leastFreeBytes else { return [] }
        return [
            HouseholdFault(
                "The disk of \(directory.path) has \(ByteText.text(free)) left; a copy of the store "
                    + "alone takes \(ByteText.text(Int64(status.st_size))).")
        ]
    }
}
