import Foundation

/// The migration of an older store on opening.
struct StoreUpgrade {
    private let store: String
    /// The time of an earlier migration's copy.
    private let before: timespec?

    /// Looks at a store of another version before it is opened.
    init(of store: String) {
        self.store = store
        before = Self.time(Self.copyPath(store))
    }

    /// The path of the copy, to be read after opening; nil if there was no need for one.
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
