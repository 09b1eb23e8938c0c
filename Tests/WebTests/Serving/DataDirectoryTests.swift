import Domain
import Foundation
import Testing

@testable import Web

struct DataDirectoryTests {
    @Test("A second process is told who holds the data, until the first one lets go")
    func lock() throws {
        let directory = DataDirectory(path: NSTemporaryDirectory() + "data-" + UUID().uuidString)
        var first: DataDirectoryLock? = try directory.open()

        let error = #expect(throws: ConfigurationError.self) { try directory.open() }
        #expect(error?.description.contains("process \(getpid())") == true)

        withExtendedLifetime(first) {}
        first = nil
        #expect(throws: Never.self) { try directory.open() }
        try FileManager.default.removeItem(atPath: directory.path)
    }

    @Test("A folder that cannot be made is named")
    func unwritable() {
        let error = #expect(throws: ConfigurationError.self) {
            try DataDirectory(path: "/proc/homeowner").open()
        }

        #expect(error?.description.contains("/proc/homeowner") == true)
    }
}
