import Domain
import Foundation

/// A section of the application, with its tab. Settings, roles and tokens refer to it by name.
struct Section: Sendable {
    /// The name, in addresses and settings.
    let rawValue: String
    let label: String
    /// The name of its icon in the file of icons.
    let icon: String
    let root: SitePath
    /// The lists in it. Default: one, without tabs.
    let subsections: [Subsection]
    /// The topic of its pages in the guide.
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
    let root: SitePath
    /// The topic of its pages in the guide, where it differs from the section's.
    let topic: GuideTopic?

    init(_ label: String, _ root: SitePath, topic: GuideTopic? = nil) {
        self.label = label
        self.root = root
        self.topic = topic
    }
}

extension Subsection: Equatable {
    static func == (left: Subsection, right: Subsection) -> Bool { left.root == right.root }
}

/// The sections that the owner has hidden, stored in a file of the data directory.
///
/// A hidden section is left out of navigation and overview, but still answers at its addresses.
final class SectionSettings: Sendable {
    /// The names of the hidden sections. Names that only another version of the program knows are
    /// kept.
    private let hiddenNames: SettingsFile<[String]>
    private let catalog: SectionCatalog

    /// Reads the file, if there is one.
    ///
    /// - Throws: ``ConfigurationError`` that names the file, if it cannot be read.
    init(
        path: String, isShared: Bool = false, _ catalog: SectionCatalog = .standard
    ) throws(ConfigurationError) {
        self.catalog = catalog
        do {
            hiddenNames = try SettingsFile(path: path, isShared: isShared, initial: [])
        } catch {
            throw ConfigurationError(
                "The file \(path) cannot be read: \(error). Remove it to have all sections.")
        }
    }

    /// The sections in use, in their order. The overview is always among them.
    var shown: [Section] {
        let names = hiddenNames.value
        return catalog.sections.filter { $0 == .overview || !names.contains($0.rawValue) }
    }

    func isShown(_ section: Section) -> Bool { shown.contains(section) }

    /// A tag that changes with the sections in use, because all pages depend on them.
    var mark: String { shown.map(\.rawValue).joined(separator: ",") }

    /// Hides a section or shows it again.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func set(_ section: Section, isShown: Bool) throws {
        try hiddenNames.change { names in
            names.removeAll { $0 == section.rawValue }
            if !isShown { names.append(section.rawValue) }
            names.sort()
        }
    }
}
