import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("People as a file, on the page")
struct PeopleFilePageTests {
    private static let passphrase = "seven rivers under copper"

    private static func file(
        _ client: InventoryClient, _ owner: HTTPFields
    ) async throws -> Data {
        let answer = try await client.post(
            "/people/file",
            [("passphrase", passphrase), ("passphraseAgain", passphrase)], headers: owner)
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(answer.headers[.contentDisposition]?.contains("homeowner-people") == true)
        return Data(answer.body.readableBytesView)
    }

    @Test("The page of the backup links to it, and only an owner can download it")
    func export() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            let backup = try await client.get("/backup", headers: owner).text
            #expect(backup.contains("People who sign in are not in it"))
            #expect(backup.contains("href=\"/people/file\""))
            let page = try await client.get("/people/file", headers: owner)
            #expect(page.status == .ok)
            #expect(page.headers[.cacheControl] == "no-store")

            let file = try await Self.file(client, owner)

            #expect(file.starts(with: Data("homeowner people".utf8)))
            #expect(file.firstRange(of: Data("owner\"".utf8)) == nil)
            let wrong: [(fields: [(name: String, value: String)], field: String)] = [
                ([("passphrase", "short")], "passphrase"),
                (
                    [("passphrase", Self.passphrase), ("passphraseAgain", "another one")],
                    "passphraseAgain"
                ),
            ]
            for (fields, field) in wrong {
                let refused = try await client.post("/people/file", fields, headers: owner)
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("id=\"\(field)-fault\""))
                #expect(!refused.text.contains(Self.passphrase))
            }
            for answer in [
                try await client.get("/people/file", headers: member),
                try await client.post(
                    "/people/file", [("passphrase", Self.passphrase)], headers: member),
                try await client.upload(
                    "/people/file/import", [("filePassphrase", Self.passphrase)],
                    files: [("people", file)], headers: member),
            ] {
                #expect(answer.status == .forbidden)
            }
        }
    }

    @Test("An empty household imports the people, and existing ones are asked about")
    func bringingIn() async throws {
        let file = try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            let file = try await Self.file(client, owner)
            func post(
                _ fields: [(name: String, value: String)], _ file: Data?
            ) async throws -> TestResponse {
                try await client.upload(
                    "/people/file/import", fields, files: file.map { [("people", $0)] } ?? [],
                    headers: owner)
            }
            let passphrase = ("filePassphrase", Self.passphrase)

            let asked = try await post([passphrase], file)
            let wrong = try await post([("filePassphrase", "x"), ("existing", "keep")], file)
            let damaged = try await post([passphrase], file.dropLast())
            let foreign = try await post([passphrase], Data("name,role\n".utf8))
            let nothing = try await post([passphrase], nil)
            let kept = try await post([passphrase, ("existing", "keep")], file)

            for (answer, field, text) in [
                (asked, "existing", "“member” and “owner” are here already"),
                (wrong, "filePassphrase", "this passphrase does not open the file"),
                (damaged, "file", "the file is damaged"),
                (foreign, "file", "not a file of people"), (nothing, "file", "choose the file"),
            ] {
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("id=\"\(field)-fault\""), "\(field)")
                #expect(answer.text.contains(text), "\(text)")
            }
            #expect(kept.status == .seeOther)
            return file
        }
        let site = try TestSite()
        try await site.application().serve { test in
            let client = InventoryClient(client: test)
            #expect(try await client.get("/people").text.contains("href=\"/people/file\""))
            #expect(try await client.get("/people/file").status == .ok)

            let taken = try await client.upload(
                "/people/file/import", [("filePassphrase", Self.passphrase)],
                files: [("people", file)], headers: InventoryClient.json)

            #expect(taken.status == .ok, "\(taken.text)")
            #expect(try taken.json["added"] as? [String] == ["member", "owner"])
            #expect(try await client.get("/people.json").status == .unauthorized)
            let owner = try await client.signIn("owner")
            #expect(try await client.get("/people", headers: owner).status == .ok)
        }
    }
}
