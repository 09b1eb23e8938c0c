import Domain
import Foundation

/// Which sections the owner has put away, kept in a file of the data directory.
///
/// A section that is put away is left out of navigation and first page, and still answers at its
/// addresses.
final class SectionSettings: Sendable {
    /// The names of those that are put away, among them such as another version of the program knows.
    private let putAway: SettingsFile<[String]>
    private let catalog: SectionCatalog

    /// Reads the file, if there is one.
    ///
    /// - Throws: ``ConfigurationError`` that names the file, if it cannot be read.
    init(
        path: String, isShared: Bool = false, _ catalog: SectionCatalog = .standard
    ) throws(ConfigurationError) {
        self.catalog = catalog
        do {
            putAway = try SettingsFile(path: path, isShared: isShared, initial: [])
        } catch {
            throw ConfigurationError(
                "The file \(path) cannot be read: \(error). Remove it to have all sections.")
        }
    }

    /// The sections that are in use, in their order; the first page always is.
    var shown: [Section] {
        let names = putAway.value
        return catalog.sections.filter { $0 == .overview || !names.contains($0.rawValue) }
    }

    func isShown(_ section: Section) -> Bool { shown.contains(section) }

    /// Changes with the sections that are in use, as all pages do.
    var mark: String { shown.map(\.rawValue).joined(separator: ",") }

    /// Puts a section away, or takes it back.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func set(_ section: Section, isShown: Bool) throws {
        try putAway.change { names in
            names.removeAll { $0 == section.rawValue }
            if !isShown { names.append(section.rawValue) }
            names.sort()
        }
    }
}
