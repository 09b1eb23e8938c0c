import Foundation

/// The progress of a replica.
extension TestServer {
    /// Waits until this replica has all that its server has written.
    public func catchUp(with primary: TestServer) throws {
        guard let position = try primary.run("SELECT pg_current_wal_lsn()") else {
            throw Failure(description: "The server does not say how far it is")
        }
        try wait(
            for: "pg_last_wal_replay_lsn() >= '\(position)'", "The replica does not come so far")
    }

    /// Lets the replica stay as it is, and returns when it does: it is asked for at first, and done later.
    public func pauseReplay() throws {
        try run("SELECT pg_wal_replay_pause()")
        try wait(for: "pg_get_wal_replay_pause_state() = 'paused'", "The replica goes on")
    }

    /// Lets the replica follow its server again.
    public func resumeReplay() throws { try run("SELECT pg_wal_replay_resume()") }

    private func wait(for condition: String, _ message: String) throws {
        // Only a server that hangs takes as long.
        let end = Date(timeIntervalSinceNow: 600)
        while try run("SELECT \(condition)") != "t" {
            guard Date.now < end else { throw Failure(description: message) }
            Thread.sleep(forTimeInterval: 0.005)
        }
    }
}
