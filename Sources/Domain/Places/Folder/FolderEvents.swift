import Foundation

/// Reads inotify events on a separate thread until the other end of a pipe is closed.
struct FolderEvents: Sendable {
    /// The watched folders, by the number of the watch.
    struct Watches: Sendable {
        var folders: [Int32: String] = [:]
        /// Whether some folders cannot be watched: the system's limit is reached, or the top folder
        /// is missing.
        var isIncomplete = false
    }

    fileprivate static let mask =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ATTRIB)
        | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
    private static let ownEnd =
        UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT)

    /// The milliseconds without further events after which a change is reported.
    private static let quiet: Int32 = 200
    /// The maximum seconds for which changes are collected.
    private static let longest: TimeInterval = 2
    /// The interval for reading folders that cannot be watched, in milliseconds.
    private static let lookInterval: Int32 = 30_000

    private let files: FolderFiles
    private let inotify: Int32
    private let stopping: Int32

    init(_ files: FolderFiles, inotify: Int32, stopping: Int32) {
        self.files = files
        self.inotify = inotify
        self.stopping = stopping
    }

    /// Waits for events and reports changes.
    func run(_ first: Watches, telling tell: (FolderChange) -> Void) {
        defer {
            close(inotify)
            close(stopping)
        }
        var watches = first
        var change: FolderChange?
        var since = Date()
        while true {
            let patience: Int32 =
                change != nil ? Self.quiet : watches.isIncomplete ? Self.lookInterval : -1
            switch wait(patience) {
            case .stop: return
            case .events:
                if change == nil { since = Date() }
                if let new = read(watches) { change = change?.union(new) ?? new }
                if -since.timeIntervalSinceNow < Self.longest { continue }
            case .quiet:
                if change == nil { change = .everything }
            }
            guard let told = change else { continue }
            // Folders are watched before they are read, so that no change is missed.
            if told == .everything { watches = Watches(files, inotify) }
            tell(told)
            change = nil
        }
    }

    private enum Waiting { case stop, events, quiet }

    private func wait(_ milliseconds: Int32) -> Waiting {
        var ends = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&ends, nfds_t(ends.count), milliseconds)
        if ends[1].revents != 0 { return .stop }
        return count > 0 ? .events : count == 0 ? .quiet : errno == EINTR ? .events : .stop
    }

    /// The change in the waiting events; nil if there is none.
    private func read(_ watches: Watches) -> FolderChange? {
        var change: FolderChange?
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                Foundation.read(inotify, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return change }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    offset += MemoryLayout<inotify_event>.size + Int(event.len)
                    let new = Self.change(event, watches)
                    change = change?.union(new) ?? new
                }
            }
        }
    }

    private static func change(_ event: inotify_event, _ watches: Watches) -> FolderChange {
        let ofFolder = UInt32(IN_ISDIR) | UInt32(IN_Q_OVERFLOW) | ownEnd
        guard event.mask & ofFolder == 0, let folder = watches.folders[event.wd] else {
            return .everything
        }
        return .folders([folder])
    }
}

extension FolderEvents.Watches {
    /// Watches a folder and its subfolders, each before it is read, so that new subfolders are
    /// noticed. Existing watches keep their numbers.
    ///
    /// - Parameter visit: receives the path and contents of each folder. Default: nothing.
    init(
        _ files: FolderFiles, _ inotify: Int32,
        _ visit: (String, [FolderFiles.Entry]) -> Void = { _, _ in }
    ) {
        do {
            try files.walk(
                willRead: { folder in
                    let number = inotify_add_watch(
                        inotify, files.systemPath(of: folder), FolderEvents.mask)
                    if number >= 0 {
                        folders[number] = folder
                    } else if ![ENOENT, EACCES, ENOTDIR, ELOOP].contains(errno) {
                        // A folder that is gone or unreadable is not read either.
                        isIncomplete = true
                    }
                }, visit)
        } catch {
            // The read is tried again after a while, and reports the error.
            isIncomplete = true
        }
    }
}

/// A change in a watched folder.
enum FolderChange: Sendable, Hashable {
    /// Files of some folders were added, removed or changed; the folders are given by their
    /// relative paths.
    case folders(Set<String>)
    /// Everything has to be read again: folders were added or removed, or there were too many
    /// changes.
    case everything

    func union(_ other: FolderChange) -> FolderChange {
        guard case .folders(let folders) = self, case .folders(let others) = other else {
            return .everything
        }
        return .folders(folders.union(others))
    }
}
