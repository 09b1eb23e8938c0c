import Foundation

/// The one folder that holds everything that people put in.
public struct DataDirectory: Sendable {
    /// The folder itself.
    public let root: String

    /// Names the folder; it need not exist.
    public init(_ root: String) {
        self.root = root
    }

    /// The store.
    public var store: String { root + "/Homeowner.sqlite" }
    /// The originals of pictures.
    public var images: String { root + "/images" }
    /// Files on their way in.
    public var incoming: String { root + "/incoming" }
    /// The file that says which process holds the folder.
    var lock: String { root + "/lock" }

    /// Makes the folders that are not there; only their owner can open them.
    ///
    /// - Throws: ``ConfigurationError`` that names the folder that cannot be made or written to.
    func makeFolders() throws(ConfigurationError) {
        for folder in [root, images, incoming] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw .init(
                    "The folder \(folder) cannot be made: \(error.localizedDescription)")
            }
            guard access(folder, W_OK) == 0 else {
                throw .init("The folder \(folder) cannot be written to. Who owns it?")
            }
        }
    }

    /// Deletes what an interrupted upload left behind.
    func clearIncoming() throws(ConfigurationError) {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: incoming) {
                try FileManager.default.removeItem(atPath: incoming + "/" + name)
            }
        } catch {
            throw .init(
                "The folder \(incoming) cannot be cleared: \(error.localizedDescription)")
        }
    }
}
