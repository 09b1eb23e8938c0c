import Domain
import Foundation

/// A section of the application, with its tab. Settings, roles and tokens know it by its name.
struct Section: Sendable {
    /// The name, in addresses and settings.
    let rawValue: String
    let label: String
    /// The name of its icon in the file of icons.
    let icon: String
    /// Its first page.
    let root: SitePath
    /// The lists in it. Default: one, without tabs.
    let subsections: [Subsection]
    /// What its pages are about.
    let topic: GuideTopic

    init(
        _ rawValue: String, _ label: String, icon: String, root: SitePath,
        subsections: [Subsection] = [], topic: GuideTopic
    ) {
        self.rawValue = rawValue
        self.label = label
        self.icon = icon
        self.root = root
        self.subsections = subsections
        self.topic = topic
    }
}

extension Section: Hashable {
    static func == (left: Section, right: Section) -> Bool { left.rawValue == right.rawValue }

    func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// A list inside a section, with its tab.
struct Subsection: Sendable {
    let label: String
    /// Its first page.
    let root: SitePath
    /// What its pages are about, where this is not what the section is about.
    let topic: GuideTopic?
    /// Who may open it, in its section. Default: those who read the section.
    let access: @Sendable (Section) -> Access

    init(
        _ label: String, _ root: SitePath, topic: GuideTopic? = nil,
        access: @escaping @Sendable (Section) -> Access = { .readers(of: $0) }
    ) {
        self.label = label
        self.root = root
        self.topic = topic
        self.access = access
    }
}

extension Subsection: Equatable {
    static func == (left: Subsection, right: Subsection) -> Bool { left.root == right.root }
}

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
