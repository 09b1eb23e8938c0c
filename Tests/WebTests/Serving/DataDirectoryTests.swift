import Foundation
import HummingbirdTesting
import Testing

@testable import Web

struct DataDirectoryTests {
    @Test("A second process is told who holds the data, until the first one lets go")
    func lock() throws {
        let directory = DataDirectory(NSTemporaryDirectory() + "data-" + UUID().uuidString)
        try directory.makeFolders()
        var first: DataDirectoryLock? = try DataDirectoryLock(directory)

        let error = #expect(throws: ConfigurationError.self) { try DataDirectoryLock(directory) }
        #expect(error?.description.contains("process \(getpid())") == true)

        withExtendedLifetime(first) {}
        first = nil
        #expect(throws: Never.self) { try DataDirectoryLock(directory) }
        try FileManager.default.removeItem(atPath: directory.root)
    }

    @Test("What an interrupted upload left behind is cleared at start, and nothing else")
    func leftovers() async throws {
        let site = try TestSite()
        let directory = DataDirectory(site.configuration.dataDirectory)
        try directory.makeFolders()
        try Data().write(to: URL(fileURLWithPath: directory.incoming + "/half"))
        try Data().write(to: URL(fileURLWithPath: directory.images + "/kept"))

        try await site.test { _ in }

        let manager = FileManager.default
        #expect(try manager.contentsOfDirectory(atPath: directory.incoming).isEmpty)
        #expect(try manager.contentsOfDirectory(atPath: directory.images) == ["kept"])
    }

    @Test("A folder that cannot be made is named")
    func unwritable() {
        let error = #expect(throws: ConfigurationError.self) {
            try DataDirectory("/proc/homeowner").makeFolders()
        }

        #expect(error?.description.contains("/proc/homeowner") == true)
    }
}
