import Foundation
import Synchronization

/// Which sections the owner has put away, kept in a file of the data directory.
///
/// A section that is put away is left out of navigation and first page, and still answers at its
/// addresses.
final class SectionSettings: Sendable {
    private struct State {
        /// The names of those that are put away, among them such as another version of the program
        /// knows.
        let putAway: Set<String>
        let shown: [Section]
        let mark: String

        init(putAway: Set<String>) {
            self.putAway = putAway
            shown = Section.allCases.filter {
                $0 == .overview || !putAway.contains($0.rawValue)
            }
            mark = shown.map(\.rawValue).joined(separator: ",")
        }
    }

    private let path: String
    private let state: Mutex<State>

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
        state = Mutex(State(putAway: names))
    }

    /// The sections that are in use, in their order; the first page always is.
    var shown: [Section] { state.withLock { $0.shown } }

    func isShown(_ section: Section) -> Bool { shown.contains(section) }

    /// Changes with the sections that are in use, as all pages do.
    var mark: String { state.withLock { $0.mark } }

    /// Puts a section away, or takes it back.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func set(_ section: Section, isShown: Bool) throws {
        try state.withLock { state in
            var changed = state.putAway
            if isShown {
                changed.remove(section.rawValue)
            } else {
                changed.insert(section.rawValue)
            }
            guard changed != state.putAway else { return }
            let data = try JSONEncoder().encode(changed.sorted())
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
            state = State(putAway: changed)
        }
    }
}
