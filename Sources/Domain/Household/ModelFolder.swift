import Foundation

/// Finds the folder of the model files: beside the program, or where a package puts it.
enum ModelFolder {
    /// The model file of a section.
    ///
    /// - Throws: ``HouseholdError`` that lists the searched places.
    static func file(_ section: String) throws(HouseholdError) -> String {
        let name = section + ".xcdatamodeld"
        for place in places {
            let path = "\(place)/\(name)"
            if access(path, F_OK) == 0 { return path }
        }
        throw HouseholdError(
            "The model \(name) was not found. It was looked for in "
                + places.joined(separator: ", ") + ".")
    }

    /// The places for the build and the archive, and for packages. `Bundle.module` would end a
    /// program that was moved after the build.
    private static let places: [String] = {
        let bundle = "homeowner_Domain.resources"
        var places = [Bundle.main.bundleURL.appendingPathComponent(bundle).path]
        if let program = Bundle.main.executableURL?.resolvingSymlinksInPath() {
            let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
            places.append(prefix.appendingPathComponent("share/homeowner/models").path)
        }
        return places + ["/usr/share/homeowner/models"]
    }()
}
