import Domain
import Foundation

/// Compares the pictures of a backup with their recorded checksums.
struct PictureComparison {
    let contents: BackupContents
    let snapshot: HouseholdSnapshot

    /// The pictures that have changed or are missing, a sentence each.
    ///
    /// - Parameter manifest: the file with the manifest.
    /// - Throws: errors of the file system.
    func faults(manifest: String) throws -> [String] {
        let known = try PictureChecksums(directory: snapshot.directory).read()
        var places: [String: String] = [:]
        let start = snapshot.path + "/"
        for file in contents.all where file.source.hasPrefix(start) {
            places[file.path] = String(file.source.dropFirst(start.count))
        }
        var faults: [String] = []
        let lines = try LineReader(path: manifest)
        while let text = try lines.next() {
            let line = try ManifestLine(text)
            guard let place = places[line.path], let expected = known[place],
                let checksum = FileChecksum(line.sha256), !expected.contains(checksum)
            else { continue }
            faults.append(
                "The picture \(place) (\(line.path)) is damaged: its SHA-256 is not what it was.")
        }
        return faults + contents.missing
    }
}
