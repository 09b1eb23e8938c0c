import Domain
import Foundation
import Synchronization

/// Settings in a JSON file of the data directory, cached in memory.
///
/// If other servers share the file, it is read again after one of them has written it.
final class SettingsFile<Value: Codable & Equatable & Sendable>: Sendable {
    private struct State {
        var value: Value
        /// The state of the file before it was read.
        var stamp: FileStamp
    }

    private let path: String
    /// The value without a file.
    private let initial: Value
    /// Whether other servers may write the file.
    private let isShared: Bool
    /// The permissions of the file.
    private let permissions: Int
    private let state: Mutex<State>

    /// Reads the file, if it exists.
    ///
    /// - Parameter permissions: the permissions of the file. Default: readable for all.
    /// - Throws: errors of the file system, and of a malformed file.
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

    /// The current settings.
    var value: Value {
        state.withLock { state in
            // If the file cannot be read now, the next access tries again.
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
            // The lock keeps a change by another server from being lost.
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
