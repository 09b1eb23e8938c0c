import Domain
import Foundation
import Persistence
import Testing

@testable import Web

struct DataDirectoryTests {
    @Test("A folder that cannot be created is named, with the cause")
    func unwritable() {
        var configuration = AppConfiguration(
            dataDirectory: "/proc/homeowner", viewsDirectory: "", publicDirectory: "")
        configuration.port = 0

        let error = #expect(throws: ConfigurationError.self) {
            try Household.open(configuration)
        }

        #expect(error?.description.contains("/proc/homeowner") == true)
    }

    @Test("A store that is not a database is named, with the cause")
    func noDatabase() throws {
        let folder = NSTemporaryDirectory() + "data-" + UUID().uuidString
        let directory = DataDirectory(path: folder)
        try directory.create()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(repeating: 0x41, count: 5_000).write(to: URL(fileURLWithPath: directory.store))

        let error = #expect(throws: ConfigurationError.self) {
            try Household.open(
                AppConfiguration(dataDirectory: folder, viewsDirectory: "", publicDirectory: ""))
        }

        #expect(
            error?.description
                == "The store \(directory.store) cannot be opened: it is not an SQLite database.")
    }

    @Test("Folders are private to their owner")
    func permissions() throws {
        let folder = NSTemporaryDirectory() + "data-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }

        try DataDirectory(path: folder).create()

        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/images")
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
}
