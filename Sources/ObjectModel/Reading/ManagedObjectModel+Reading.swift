public import Foundation

extension ManagedObjectModel {
    /// Reads and checks a model file.
    ///
    /// - Parameters:
    ///   - path: a bundle of versions (`NAME.xcdatamodeld`), one version (`NAME.xcdatamodel`) or
    ///     its XML file (`contents`).
    ///   - version: the version of a bundle to read, for example `Inventory 2`. Default: the
    ///     current one.
    /// - Throws: every fault of the file and of the model in it, if one of them is an error.
    public init(contentsOf path: String, version: String? = nil) throws(ModelError) {
        let reading = try ModelReading(contentsOf: path, version: version)
        guard !reading.faults.contains(where: { $0.severity == .error }) else {
            throw ModelError(reading.faults)
        }
        self = reading.model
    }

    /// Reads and checks the text of a model file.
    ///
    /// - Parameter source: what messages call the file.
    /// - Throws: every fault of the text and of the model in it, if one of them is an error.
    public init(xml: Data, source: String? = nil) throws(ModelError) {
        let reading = try ModelReading(xml: xml, source: source)
        guard !reading.faults.contains(where: { $0.severity == .error }) else {
            throw ModelError(reading.faults)
        }
        self = reading.model
    }

    /// The names of the versions in a bundle, oldest first by the numbers in their names.
    ///
    /// - Throws: an error if there is no such bundle.
    public static func versions(of path: String) throws(ModelError) -> [String] {
        try ModelFile(path: path).versions()
    }

    /// The name of the version that a bundle says is current.
    ///
    /// - Throws: an error if there is no such bundle or no version in it.
    public static func currentVersion(of path: String) throws(ModelError) -> String {
        let contents = try ModelFile(path: path).contents(version: nil).path
        let version = URL(fileURLWithPath: contents).deletingLastPathComponent()
        return version.deletingPathExtension().lastPathComponent
    }
}
