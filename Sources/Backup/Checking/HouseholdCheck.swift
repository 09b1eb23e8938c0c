public import Domain
import Foundation
import Persistence

/// Finds faults in a household: in its store, in the pictures beside it, on its disk. Nothing is
/// changed, and others may use it meanwhile: findings are checked a second time while files and
/// records cannot change, so that a picture that is just being saved is not reported.
public struct HouseholdCheck: Sendable {
    /// The result of a check.
    public struct Findings: Sendable {
        /// The faults in the order in which they were found.
        public var faults: [HouseholdFault] = []
        /// The number of pictures that were read and compared.
        public var comparedCount = 0
        /// The pictures without a recorded checksum, by their paths in the data directory.
        var unknown: [String: FileChecksum] = [:]
        /// The number of pictures without a recorded checksum.
        public var unknownCount: Int { unknown.count }
        /// The paths of pictures that have changed or cannot be read.
        fileprivate var damaged: Set<String> = []
    }

    /// The data directory of the household.
    public let directory: DataDirectory

    /// The free space that a disk should have, in addition to a copy of the store.
    var minimumFreeBytes: Int64 = 100_000_000

    /// Runs before findings are checked a second time.
    var willLookAgain: @Sendable () throws -> Void = {}

    public init(_ directory: DataDirectory) {
        self.directory = directory
    }

    /// Checks everything.
    ///
    /// - Throws: errors of a store that cannot be opened, and of the file system.
    public func run() throws -> Findings {
        guard try directory.hasHousehold else {
            throw BackupError("There is no household in \(directory.place).")
        }
        let first = try look(Findings())
        guard !first.faults.isEmpty else { return first }
        try willLookAgain()
        return try FileLock.whileUnchanged(directory.images) { try look(first, isAgain: true) }
    }

    /// Checks everything once.
    ///
    /// - Parameters:
    ///   - former: the findings about pictures of an earlier check.
    ///   - isAgain: whether to compare only the pictures that had faults then.
    private func look(_ former: Findings, isAgain: Bool = false) throws -> Findings {
        var findings = former
        findings.damaged = []
        findings.faults = try StoreCheck.faults(at: directory.storeLocation)
            .map { HouseholdFault($0) }
        // Files first, then records: a file that is added meanwhile is not reported as missing.
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
                guard name.hasSuffix(".former") else { return Self.unknownFile(path) }
                return HouseholdFault(
                    "\(path) belongs to a picture that was being replaced: the next start completes that."
                )
            }
            guard isThere(path) else { return nil }
            guard let owner = records.owners[key] else {
                return HouseholdFault("\(path) is not the picture of any item.", .putAside(path))
            }
            return owner.hasSoundThumbnail
                ? nil
                : HouseholdFault(
                    "The thumbnail of “\(owner.name)” (\(path)) is damaged.", .thumbnail(key))
        }
    }

    private func missingOriginals(_ records: PictureRecords) -> [HouseholdFault] {
        records.owners.filter { !isThere("images/\($0.key.uuidString)") }
            .map { "The picture or document of “\($1.name)” (images/\($0.uuidString)) is missing." }
            .sorted().map { HouseholdFault($0) }
    }

    private func favoriteFaults(
        _ names: [String], _ records: PictureRecords
    ) -> [HouseholdFault] {
        let numbers = Set(names.compactMap { Int64($0) })
        let unknown = names.filter { Int64($0) == nil }.map { "favorites/\($0)" }
        let orphans = numbers.subtracting(records.favorites).sorted().map { "favorites/\($0)" }
        let missing = records.favorites.subtracting(numbers).sorted().map { "favorites/\($0)" }
        return orphans.filter(isThere).map {
            HouseholdFault("\($0) is not the picture of any favorite.", .putAside($0))
        } + unknown.filter(isThere).map(Self.unknownFile)
            + missing.filter { !isThere($0) }.map {
                HouseholdFault("The picture \($0) is missing.")
            }
    }

    private static func unknownFile(_ path: String) -> HouseholdFault {
        HouseholdFault(
            "\(path) is not a picture, and belongs to no record.", .putAside(path))
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
            // Another picture may have replaced it since the list was read.
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
            key.flatMap { records.owners[$0]?.name }
            .map { " of “\($0)”" } ?? ""
        return "The picture\(name) (\(path)) is damaged: its SHA-256 is not what it was."
    }

    // MARK: - The disk

    private func spaceFaults() throws -> [HouseholdFault] {
        let free = try Disk.freeBytes(at: directory.path)
        // A database is on another disk, for whose space its administrator is responsible.
        guard !directory.isShared else {
            guard free < minimumFreeBytes else { return [] }
            return [
                HouseholdFault("The disk of \(directory.path) has \(ByteText.text(free)) left.")
            ]
        }
        var status = stat()
        guard stat(directory.store, &status) == 0 else {
            throw FileError(path: directory.store, code: errno)
        }
        guard free < Int64(status.st_size) + minimumFreeBytes else { return [] }
        return [
            HouseholdFault(
                "The disk of \(directory.path) has \(ByteText.text(free)) left; a copy of the store "
                    + "alone takes \(ByteText.text(Int64(status.st_size))).")
        ]
    }
}
