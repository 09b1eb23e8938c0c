import Domain
import Foundation

/// The household's settings outside of records, in a file of the data directory.
final class HouseholdSettings: Sendable {
    private struct Values: Codable, Equatable, Sendable {
        var name: String?
        /// Whether the sample books stay, so that the notice about them is hidden.
        var keepsSamples: Bool?
        /// Whether the first questions were answered or skipped, so that the first page hides them.
        var hasStarted: Bool?
    }

    /// The maximum length of the name, which has to fit into the header.
    static let longestName = 60

    private let file: SettingsFile<Values>

    /// Reads the file, if it exists.
    ///
    /// - Throws: ``ConfigurationError`` that names the file if it cannot be read.
    init(path: String, isShared: Bool = false) throws(ConfigurationError) {
        do {
            file = try SettingsFile(path: path, isShared: isShared, initial: Values())
        } catch {
            throw ConfigurationError(
                "The file \(path) cannot be read: \(error). Remove it to name the household again.")
        }
    }

    /// The name of the household; empty for none.
    var name: String { file.value.name ?? "" }

    /// Whether the sample books stay.
    var keepsSamples: Bool { file.value.keepsSamples ?? false }

    /// Names the household.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func rename(to name: String) throws {
        try file.change { $0.name = name.isEmpty ? nil : name }
    }

    /// Records whether the sample books stay.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func keepSamples(_ keeps: Bool) throws {
        try file.change { $0.keepsSamples = keeps ? true : nil }
    }

    /// Whether the first questions were answered or skipped.
    var hasStarted: Bool { file.value.hasStarted ?? false }

    /// Records that the first questions were answered or skipped.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func start() throws {
        try file.change { $0.hasStarted = true }
    }

    /// A text that changes with the settings on all pages.
    var mark: String {
        let values = file.value
        return
            "\(values.name ?? "")\u{1}\(values.keepsSamples ?? false)\(values.hasStarted ?? false)"
    }
}
