public import Domain
import Foundation
import Imaging
import Persistence

/// Repairs the faults of a household. Other servers on its database may run meanwhile.
public struct HouseholdRepair: Sendable {
    /// The household.
    public let household: Household

    public init(_ household: Household) {
        self.household = household
    }

    /// Puts orphaned files aside, makes thumbnails again, updates stored values of customers,
    /// completes interrupted work, and records missing checksums. Nothing is deleted.
    ///
    /// - Returns: the repairs, a line each.
    /// - Throws: errors of the store and of the file system.
    public func run(_ findings: HouseholdCheck.Findings) async throws -> [String] {
        var lines: [String] = []
        var aside: Set<String> = []
        for fault in findings.faults {
            switch fault.remedy {
            case .none: continue
            case .putAside(let path):
                guard let target = try await putAside(path) else { continue }
                aside.insert(path)
                lines.append("Moved \(path) aside, to \(target).")
            case .thumbnail(let key):
                lines.append(try await makeThumbnail(key))
            case .count(let number):
                try await household.write { [household] context in
                    try Sale.count(number, in: context)
                    try household.save(context)
                }
                lines.append("Updated the stored total of sale \(number).")
            case .values(let number):
                lines.append(try await updateCustomer(number))
            case .figures(let key):
                try await household.write { [household] context in
                    try Item.find(key, in: context)?.updateFigures()
                    try household.save(context)
                }
                lines.append("Updated the stored value of the item \(key).")
            case .cover(let key):
                try await household.write { [household] context in
                    let item = try Item.find(key, in: context)
                    item?.adoptThumbnail(in: context)
                    item?.updateCover()
                    try household.save(context)
                }
                lines.append("Updated the thumbnail in lists of the item \(key).")
            case .favorites(let number):
                try await household.write { [household] context in
                    try Place.find(number, in: context)?.updateFavorites(in: context)
                    try household.save(context)
                }
                lines.append("Updated whether the album \(number) has favorites.")
            }
        }
        _ = try await household.sweep()
        let checksums = PictureChecksums(directory: household.directory)
        let unknown = findings.unknown.filter { !aside.contains($0.key) }
        for (path, checksum) in unknown { try checksums.note(checksum, at: path) }
        if !unknown.isEmpty {
            let pictures = unknown.count == 1 ? "1 picture" : "\(unknown.count) pictures"
            lines.append("Noted the SHA-256 of \(pictures).")
        }
        return lines
    }

    /// Puts a file aside, unless it belongs to a record now. Returns its new path.
    private func putAside(_ path: String) async throws -> String? {
        let directory = household.directory
        // Within the write, no other save can add the file's record.
        return try await household.container.write { context in
            try context.hasOwner(ofFileAt: path) ? nil : Self.putAside(path, of: directory)
        }
    }

    private static func putAside(_ path: String, of directory: DataDirectory) throws -> String {
        let name = path.replacingOccurrences(of: "/", with: "-")
        try FileManager.default.createDirectory(
            atPath: directory.orphans, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let source = "\(directory.path)/\(path)"
        guard rename(source, "\(directory.orphans)/\(name)") == 0 else {
            throw FileError(path: source, code: errno)
        }
        return "orphans/\(name)"
    }

    private func updateCustomer(_ number: Int64) async throws -> String {
        try await household.write { [household] context in
            guard let customer = try Customer.find(number, in: context) else {
                return "The customer \(number) no longer exists."
            }
            try customer.updateMadeValues(in: context)
            try household.save(context)
            return "Updated the figures of “\(customer.name ?? "")”."
        }
    }

    private func makeThumbnail(_ key: UUID) async throws -> String {
        do {
            guard let name = try await household.remakeThumbnail(of: key) else {
                return "The photo of images/\(key.uuidString) no longer exists."
            }
            return "Made the thumbnail of “\(name)” again."
        } catch let error as ImagingError {
            return "No thumbnail can be made of images/\(key.uuidString): \(error)"
        }
    }
}
