import Foundation
import Synchronization

/// Which sections the owner has put away, kept in a file of the data directory.
///
/// A section that is put away is left out of navigation and first page, and still answers at its
/// addresses.
final class SectionSettings: Sendable {
    private let path: String
    /// The names of the sections, among them such as another version of the program knows.
    private let putAway: Mutex<Set<String>>

    /// Reads the file, if there is one.
    ///
    /// - Throws: ``ConfigurationError`` that names the file, if it cannot be read.
    init(path: String) throws(ConfigurationError) {
        self.path = path
        var names: Set<String> = []
        if access(path, F_OK) == 0 {
            do {
                let data = try Data(contentsOf: URL(fileURLWithPath: path))
                names = try JSONDecoder().decode(Set<String>.self, from: data)
            } catch {
                throw ConfigurationError(
                    "The file \(path) cannot be read: \(error). Remove it to have all sections.")
            }
        }
        putAway = Mutex(names)
    }

    /// The sections that are in use, in their order; the first page always is.
    var shown: [Section] {
        let names = putAway.withLock { $0 }
        return Section.allCases.filter { $0 == .overview || !names.contains($0.rawValue) }
    }

    func isShown(_ section: Section) -> Bool {
        section == .overview || !putAway.withLock { $0.contains(section.rawValue) }
    }

    /// Changes with the sections that are in use, as all pages do.
    var mark: String { shown.map(\.rawValue).joined(separator: ",") }

    /// Puts a section away, or takes it back.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func set(_ section: Section, isShown: Bool) throws {
        try putAway.withLock { names in
            var changed = names
            if isShown {
                changed.remove(section.rawValue)
            } else {
                changed.insert(section.rawValue)
            }
            guard changed != names else { return }
            let data = try JSONEncoder().encode(changed.sorted())
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
            names = changed
        }
    }
}
