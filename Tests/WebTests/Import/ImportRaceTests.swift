import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Concurrent requests for a file of an import")
struct ImportRaceTests {
    private static let browser: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate"]

    /// The responses to the same request, sent several times concurrently.
    private static func answers(
        _ count: Int = 6, to send: @escaping @Sendable () async throws -> TestResponse
    ) async throws -> [TestResponse] {
        try await withThrowingTaskGroup { group in
            for _ in 0..<count { group.addTask { try await send() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("Concurrent choices of columns are answered, as is a confirmation meanwhile")
    func mapping() async throws {
        try await TestSite.importing { imports, _ in
            let client = ImportClient(site: imports.site, address: "/import")
            let unclear = try await client.upload("Ding,Wert\nSofa,900\n")
            let path = try #require(try unclear.json["mapping"] as? String)
            let fields = [(name: "kind", value: "items"), (name: "map", value: "Ding=itemName")]

            let answers = try await Self.answers {
                try await client.site.post(path, fields, headers: InventoryClient.json)
            }

            #expect(answers.allSatisfy { $0.status == .ok })
            let done = try await client.confirm(try #require(answers.last))
            #expect(done.status == .created)
            #expect(try await client.site.names() == ["Sofa"])
        }
    }

    @Test("Scripts that send files concurrently all get the results of their dry runs")
    func uploads() async throws {
        try await TestSite.importing { imports, _ in
            let answers = try await Self.answers(8) { try await imports.upload(ImportClient.lines) }

            #expect(answers.allSatisfy { $0.status == .ok })
        }
    }

    @Test("A request for a file during its import does not report it as not imported")
    func looking() async throws {
        try await TestSite.importing { imports, _ in
            for round in 1...5 {
                let plan = try await imports.upload("name,price\nMug \(round),1\n")
                let address = try #require(try plan.json["confirm"] as? String)

                async let done = imports.confirm(plan)
                let looks = try await Self.answers {
                    try await imports.site.get(address, headers: InventoryClient.json)
                }

                let status = try await done.status
                #expect(status == .created)
                let allowed: [HTTPResponse.Status] = [.ok, .created, .accepted]
                #expect(looks.allSatisfy { allowed.contains($0.status) })
            }
        }
    }

    @Test("A file that is cancelled and confirmed at once is either imported or cancelled")
    func callingOff() async throws {
        try await TestSite.importing { imports, _ in
            for round in 1...10 {
                let plan = try await imports.upload("name,price\nMug no. \(round),1\n")
                let address = try #require(try plan.json["confirm"] as? String)

                async let yes = imports.confirm(plan)
                async let no = imports.site.post(address + "/cancel", headers: Self.browser)
                let (confirmed, cancelled) = try await (yes, no)

                let isImported = try await imports.text("/products.csv")
                    .contains("Mug no. \(round),")
                let expected: HTTPResponse.Status = isImported ? .created : .notFound
                #expect(confirmed.status == expected)
                #expect(cancelled.status == .seeOther)
                if cancelled.headers[.location] == "/sales/import" { #expect(!isImported) }
            }
        }
    }

    @Test("A file can be cancelled repeatedly")
    func callingOffTwice() async throws {
        try await TestSite.importing { imports, site in
            let plan = try await imports.upload(ImportClient.lines)
            let address = try #require(try plan.json["confirm"] as? String)

            let answers = try await Self.answers {
                try await imports.site.post(address + "/cancel", headers: Self.browser)
            }

            #expect(answers.contains { $0.status == .seeOther })
            #expect(answers.allSatisfy { $0.status == .seeOther || $0.status == .notFound })
            let folder = site.configuration.dataDirectory + "/imports"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }
}
