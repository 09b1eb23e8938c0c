import Domain
import Foundation

/// What the household says about itself beside its records, kept in a file of the data directory.
final class HouseholdSettings: Sendable {
    private struct Values: Codable, Equatable, Sendable {
        var name: String?
        /// Whether the sample books stay, so that nothing is said of them any longer.
        var keepsSamples: Bool?
        /// Whether the first questions were answered or skipped, so that the first page asks them no more.
        var hasStarted: Bool?
    }

    /// The longest name that has room in the header.
    static let longestName = 60

    private let file: SettingsFile<Values>

    /// Reads the file, if there is one.
    ///
    /// - Throws: ``ConfigurationError`` that names the file, if it cannot be read.
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

    /// Notes that the sample books stay, or that this is asked again.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func keepSamples(_ keeps: Bool) throws {
        try file.change { $0.keepsSamples = keeps ? true : nil }
    }

    /// Whether the first questions were answered or skipped.
    var hasStarted: Bool { file.value.hasStarted ?? false }

    /// Notes that the first questions were answered or skipped.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func start() throws {
        try file.change { $0.hasStarted = true }
    }

    /// Changes with what stands on every page.
    var mark: String {
        let values = file.value
        return
            "\(values.name ?? "")\u{1}\(values.keepsSamples ?? false)\(values.hasStarted ?? false)"
    }
}
