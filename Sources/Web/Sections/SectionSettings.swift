import Domain
import Foundation
import Synchronization

/// Which sections the owner has put away, kept in a file of the data directory.
///
/// Other servers may share the file: then it is read again once one of them has written it.
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
        /// What the file looked like before it was read.
        let stamp: FileStamp

        init(putAway: Set<String>, stamp: FileStamp) {
            self.putAway = putAway
            self.stamp = stamp
            shown = Section.allCases.filter {
                $0 == .overview || !putAway.contains($0.rawValue)
            }
            mark = shown.map(\.rawValue).joined(separator: ",")
        }
    }

    private let path: String
    /// Whether other servers may write the file.
    private let isShared: Bool
    private let state: Mutex<State>

    /// Reads the file, if there is one.
    ///
    /// - Throws: ``ConfigurationError`` that names the file, if it cannot be read.
    init(path: String, isShared: Bool = false) throws(ConfigurationError) {
        self.path = path
        self.isShared = isShared
        do {
            state = Mutex(try Self.read(path))
        } catch {
            throw ConfigurationError(
                "The file \(path) cannot be read: \(error). Remove it to have all sections.")
        }
    }

    private static func read(_ path: String) throws -> State {
        let stamp = FileStamp(path)
        guard access(path, F_OK) == 0 else { return State(putAway: [], stamp: stamp) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let names = try JSONDecoder().decode(Set<String>.self, from: data)
        return State(putAway: names, stamp: stamp)
    }

    private var current: State {
        state.withLock { state in
            // A file that cannot be read now is read the next time.
            if isShared, FileStamp(path) != state.stamp, let new = try? Self.read(path) {
                state = new
            }
            return state
        }
    }

    /// The sections that are in use, in their order; the first page always is.
    var shown: [Section] { current.shown }

    func isShown(_ section: Section) -> Bool { shown.contains(section) }

    /// Changes with the sections that are in use, as all pages do.
    var mark: String { current.mark }

    /// Puts a section away, or takes it back.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func set(_ section: Section, isShown: Bool) throws {
        try state.withLock { state in
            guard isShared else { return try change(&state, section, isShown: isShown) }
            // What another server changes between reading and writing would be lost.
            try FileLock.withLock(at: path + ".lock") {
                state = try Self.read(path)
                try change(&state, section, isShown: isShown)
            }
        }
    }

    private func change(_ state: inout State, _ section: Section, isShown: Bool) throws {
        var changed = state.putAway
        if isShown {
            changed.remove(section.rawValue)
        } else {
            changed.insert(section.rawValue)
        }
        guard changed != state.putAway else { return }
        let data = try JSONEncoder().encode(changed.sorted())
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        state = State(putAway: changed, stamp: FileStamp(path))
    }
}
