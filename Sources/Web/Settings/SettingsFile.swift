import Domain
import Foundation
import Synchronization

/// Settings in a JSON file of the data directory, at hand in memory.
///
/// Other servers may share the file: then it is read again once one of them has written it.
final class SettingsFile<Value: Codable & Equatable & Sendable>: Sendable {
    private struct State {
        var value: Value
        /// What the file looked like before it was read.
        var stamp: FileStamp
    }

    private let path: String
    /// The value while there is no file.
    private let initial: Value
    /// Whether other servers may write the file.
    private let isShared: Bool
    /// The rights of the file.
    private let permissions: Int
    private let state: Mutex<State>

    /// Reads the file, if there is one.
    ///
    /// - Parameter permissions: the rights of the file. Default: everybody reads it.
    /// - Throws: errors of the file system, and of a file that holds something else.
    init(
        path: String, isShared: Bool = false, initial: Value, permissions: Int = 0o644
    ) throws {
        self.path = path
        self.initial = initial
        self.isShared = isShared
        self.permissions = permissions
        state = Mutex(try Self.read(path, initial))
    }

    private static func read(_ path: String, _ initial: Value) throws -> State {
        let stamp = FileStamp(path)
        guard access(path, F_OK) == 0 else { return State(value: initial, stamp: stamp) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return State(value: try JSONDecoder().decode(Value.self, from: data), stamp: stamp)
    }

    /// The settings as they are.
    var value: Value {
        state.withLock { state in
            // A file that cannot be read now is read the next time.
            if isShared, FileStamp(path) != state.stamp,
                let new = try? Self.read(path, initial)
            {
                state = new
            }
            return state.value
        }
    }

    /// Changes the settings and writes the file.
    ///
    /// - Throws: errors of the file system; nothing is changed then.
    func change(_ body: (inout Value) -> Void) throws {
        try state.withLock { state in
            guard isShared else { return try change(&state, body) }
            // What another server changes between reading and writing would be lost.
            try FileLock.withLock(at: path + ".lock") {
                state = try Self.read(path, initial)
                try change(&state, body)
            }
        }
    }

    private func change(_ state: inout State, _ body: (inout Value) -> Void) throws {
        var changed = state.value
        body(&changed)
        guard changed != state.value else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(changed).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: path)
        state = State(value: changed, stamp: FileStamp(path))
    }
}
