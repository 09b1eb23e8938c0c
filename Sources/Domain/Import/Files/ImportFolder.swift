import Foundation

/// The folder that a table lies in, with the photos and documents that it names.
public final class ImportFolder: Sendable {
    /// Where it is.
    public let path: String
    /// Whether it goes with the last who knows of it.
    private let isTemporary: Bool
    /// The folder that this one is in, and lives as long as.
    private let outer: ImportFolder?

    /// - Parameters:
    ///   - path: where it is.
    ///   - isTemporary: whether it was made for this, and is removed when nobody knows of it any more.
    public init(path: String, isTemporary: Bool) {
        self.path = path
        self.isTemporary = isTemporary
        outer = nil
    }

    private init(path: String, in outer: ImportFolder) {
        self.path = path
        isTemporary = false
        self.outer = outer
    }

    /// The folder in this one that a file lies in.
    ///
    /// - Parameter file: the path of the file.
    public func folder(of file: String) -> ImportFolder {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return ImportFolder(path: parts.joined(separator: "/"), in: self)
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    /// The path of a file in it; nil for what is no file, or leads out of the folder.
    func file(_ name: String) -> String? {
        guard let folder = Self.real(path), let file = Self.real("\(path)/\(name)"),
            file.hasPrefix(folder == "/" ? folder : folder + "/")
        else { return nil }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return file
    }

    /// A path without links.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
