import Foundation

/// Finds the versions of a model on disk.
///
/// A path leads to a bundle (`NAME.xcdatamodeld`), a version (`NAME.xcdatamodel`) or an XML file
/// (`contents`).
struct ModelFile {
    let path: String

    /// The XML file of a version, with a warning if the version was a guess.
    struct Contents {
        var path: String
        var warnings: [ModelFault] = []
    }

    /// The names of the versions in a bundle, ordered by the numbers in their names.
    func versions() throws(ModelError) -> [String] {
        try refuseCompiled()
        guard kind(of: path) == .directory else { throw missing(path) }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw ModelError(file: path, "the model cannot be listed: \(error)")
        }
        return names.filter { $0.hasSuffix(Self.versionSuffix) }
            .map { String($0.dropLast(Self.versionSuffix.count)) }
            .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }

    /// The XML file of a version; nil means the current one.
    func contents(version: String?) throws(ModelError) -> Contents {
        guard let kind = kind(of: path) else { throw missing(path) }
        try refuseCompiled()
        if kind == .file {
            try refuse(version: version)
            return Contents(path: path)
        }
        if isVersion {
            try refuse(version: version)
            return Contents(path: try contentsOfVersion())
        }
        return try contentsOfBundle(version: version)
    }

    /// The bundle and the name of the version that the path, or its XML file, belongs to; nil for
    /// any other path.
    var bundle: (path: String, version: String)? {
        var version = URL(fileURLWithPath: path)
        if version.lastPathComponent == "contents" { version.deleteLastPathComponent() }
        let bundle = version.deletingLastPathComponent()
        guard version.pathExtension == "xcdatamodel", bundle.pathExtension == "xcdatamodeld" else {
            return nil
        }
        return (bundle.path, version.deletingPathExtension().lastPathComponent)
    }

    static func read(_ path: String) throws(ModelError) -> Data {
        let file = ModelFile(path: path)
        guard file.kind(of: path) == .file else { throw file.missing(path) }
        do {
            // One byte more than the limit reveals a larger file.
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { handle.closeFile() }
            return try handle.read(upToCount: ParsedElement.maximumModelSize + 1) ?? Data()
        } catch {
            throw ModelError(file: path, "the file cannot be read: \(error)")
        }
    }

    private static let versionSuffix = ".xcdatamodel"

    private var isVersion: Bool {
        path.hasSuffix(Self.versionSuffix) || path.hasSuffix(Self.versionSuffix + "/")
            || kind(of: join(path, "contents")) == .file
    }

    private func contentsOfVersion() throws(ModelError) -> String {
        let contents = join(path, "contents")
        if kind(of: contents) == nil, kind(of: join(path, "elements")) == .file {
            throw ModelError(
                file: path,
                "the model is in the binary format of before Xcode 4; open and save it in Xcode")
        }
        return contents
    }

    private func contentsOfBundle(version: String?) throws(ModelError) -> Contents {
        let names = try versions()
        guard let newest = names.last else {
            throw ModelError(
                file: path, "the directory holds no model version (NAME\(Self.versionSuffix))")
        }
        if let version {
            return Contents(path: contentsPath(try name(version, among: names)))
        }
        let currentPath = join(path, ".xccurrentversion")
        if kind(of: currentPath) == .file {
            let current = try currentVersion(at: currentPath)
            return Contents(path: contentsPath(try name(current, among: names, in: currentPath)))
        }
        var contents = Contents(path: contentsPath(newest))
        if names.count > 1 {
            contents.warnings.append(
                ModelFault(
                    .warning, file: path,
                    message: "there are \(names.count) versions but no .xccurrentversion that "
                        + "says which one is current; \"\(newest)\" is used"))
        }
        return contents
    }

    private func currentVersion(at currentPath: String) throws(ModelError) -> String {
        let data = try Self.read(currentPath)
        let key = "_XCCurrentVersionName"
        let plist = try? PropertyListSerialization.propertyList(from: data, format: nil)
        guard let name = (plist as? [String: Any])?[key] as? String else {
            throw ModelError(file: currentPath, "the file is not a property list with \(key)")
        }
        return name
    }

    private func name(
        _ version: String, among names: [String], in file: String? = nil
    )
        throws(ModelError) -> String
    {
        let name =
            version.hasSuffix(Self.versionSuffix)
            ? String(version.dropLast(Self.versionSuffix.count)) : version
        guard names.contains(name) else {
            throw ModelError(
                file: file ?? path,
                "there is no version \"\(name)\"; there are: \(names.joined(separator: ", "))")
        }
        return name
    }

    /// Refuses compiled models of an application: `.momd`, `.mom` and `.omo`.
    private func refuseCompiled() throws(ModelError) {
        let name = URL(fileURLWithPath: path)
        let suffixes = ["momd", "mom", "omo"]
        guard
            suffixes.contains(name.pathExtension)
                || kind(of: join(path, "VersionInfo.plist")) == .file
        else { return }
        throw ModelError(
            file: path,
            "this is a compiled model, which is not read: take the "
                + "\(name.deletingPathExtension().lastPathComponent).xcdatamodeld that it was made from"
        )
    }

    private func refuse(version: String?) throws(ModelError) {
        if let version {
            throw ModelError(
                file: path, "version \"\(version)\" was asked for, but this is a single version")
        }
    }

    private func contentsPath(_ version: String) -> String {
        join(join(path, version + Self.versionSuffix), "contents")
    }

    private func missing(_ path: String) -> ModelError {
        switch kind(of: path) {
        case nil: ModelError(file: path, "there is no such file")
        case .directory: ModelError(file: path, "this is a directory, not a file")
        case .file: ModelError(file: path, "this is a file, not a directory of versions")
        }
    }

    private enum Kind {
        case file, directory
    }

    private func kind(of path: String) -> Kind? {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return nil
        }
        return isDirectory.boolValue ? .directory : .file
    }

    private func join(_ directory: String, _ name: String) -> String {
        directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }
}
