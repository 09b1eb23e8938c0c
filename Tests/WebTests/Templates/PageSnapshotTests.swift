import Foundation
import Testing

@testable import Web

@Suite("Page snapshots")
struct PageSnapshotTests {
    /// `RECORD_SNAPSHOTS=1 swift test --filter PageSnapshotTests` records the pages again; the
    /// difference is then read like any other change.
    @Test("The answer to a request equals its snapshot", arguments: try PageRequest.names())
    func pageIsAnsweredAsRecorded(name: String) async throws {
        let page = try #require(try await PageCatalog.all().pages[name])
        let file = PageSnapshot.folder.appending(path: "\(name).html")

        let text = page.text(named: name)

        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(firstDifference(text, recorded) == nil, "\(name)")
    }

    @Test("Every step between the pages succeeds")
    func stepsSucceed() async throws {
        let faults = try await PageCatalog.all().faults
        #expect(faults == [])
    }

    @Test("Every snapshot has a request with its own name")
    func noSnapshotIsLeftOver() throws {
        let files = try ViewsFolder.paths(below: PageSnapshot.folder).filter {
            $0.hasSuffix(".html")
        }

        #expect(files == (try PageRequest.names()).map { "\($0).html" }.sorted())
    }

    /// The first line in which two texts differ, in both versions.
    private func firstDifference(_ left: String, _ right: String) -> String? {
        let left = left.split(separator: "\n", omittingEmptySubsequences: false)
        let right = right.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
            return "line \(number + 1): “\(pair.0)” instead of “\(pair.1)”"
        }
        return left.count == right.count ? nil : "\(left.count) lines instead of \(right.count)"
    }
}
