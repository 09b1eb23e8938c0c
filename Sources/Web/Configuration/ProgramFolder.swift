import Foundation

/// A folder that belongs to the program: templates, or style sheets and scripts.
public enum ProgramFolder: String, Sendable {
    /// The templates.
    case views = "Views"
    /// The public files.
    case `public` = "Public"

    /// The option of `serve` for the folder.
    private var option: String { "--\(rawValue.lowercased())" }

    /// The configured folder, or else the one beside the program or in the current folder.
    ///
    /// - Throws: ``ConfigurationError`` that lists the searched places.
    public func locate(named given: String?) throws(ConfigurationError) -> String {
        let candidates = given.map { [$0] } ?? Self.places.map { $0 + "/" + rawValue }
        if let found = candidates.first(where: PublicFiles.isFolder) { return found }
        throw .init(
            """
            The folder \(rawValue) was not found. It was looked for at \
            \(candidates.joined(separator: ", ")). Start in the folder of the package, or name \
            it with \(option).
            """)
    }

    /// Folders above the program come last: a checkout has it in `.build/release`.
    private static var places: [String] {
        var places = [FileManager.default.currentDirectoryPath]
        guard let executable = Bundle.main.executableURL else { return places }
        var folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        // The place where packages install a program's resources.
        let share = folder.deletingLastPathComponent().appendingPathComponent("share/homeowner")
        places.append(share.path)
        for _ in 0..<4 {
            places.append(folder.path)
            folder.deleteLastPathComponent()
        }
        return places
    }
}
