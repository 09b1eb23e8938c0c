import Domain
import Foundation

/// Whether a report's folder is as it was when it was made.
public struct ReportVerification: Sendable {
    /// What is wrong, a sentence each.
    public private(set) var faults: [String] = []
    /// How many files were compared.
    public private(set) var comparedCount = 0

    /// Compares the files of a folder with its list.
    ///
    /// - Throws: errors of the file system. That there is no list is a fault, not an error.
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
                faults.append("Line \(index + 1) of \(ReportFolder.listName) is no checksum.")
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

    /// Whether a path leads nowhere else.
    private static func isBelow(_ path: String) -> Bool {
        !path.hasPrefix("/")
            && !path.split(separator: "/", omittingEmptySubsequences: false).contains {
                $0.isEmpty || $0 == "." || $0 == ".."
            }
    }
}
