import Foundation

/// What opening does to a store of an older version of the model.
struct StoreUpgrade {
    private let store: String
    /// When the copy of an earlier upgrade was made.
    private let before: timespec?

    /// Looks at a store of another version before it is opened.
    init(of store: String) {
        self.store = store
        before = Self.time(Self.copyPath(store))
    }

    /// The copy that was made, to be asked for after the opening; nil if there was no need for one.
    var copy: String? {
        let path = Self.copyPath(store)
        guard let time = Self.time(path) else { return nil }
        let isSame = time.tv_sec == before?.tv_sec && time.tv_nsec == before?.tv_nsec
        return isSame ? nil : path
    }

    private static func copyPath(_ store: String) -> String {
        let url = URL(fileURLWithPath: store)
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent()
            .appendingPathComponent("\(name)-before-migration.\(url.pathExtension)").path
    }

    private static func time(_ path: String) -> timespec? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mtim : nil
    }
}
