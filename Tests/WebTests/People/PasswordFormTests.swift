import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Hints of forms for password managers")
struct PasswordFormTests {
    @Test("Each password field is marked as current or new, with its user name")
    func forms() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")

            for (path, headers, fields) in [
                ("/sign-in", HTTPFields(), ["username", "current-password"]),
                ("/sign-in/again", owner, ["username", "current-password"]),
                ("/account", owner, ["username", "current-password", "new-password"]),
                ("/people", owner, ["username", "new-password"]),
            ] {
                let page = try await client.get(path, headers: headers)
                #expect(page.status == .ok, "\(path)")
                let forms = Self.formsWithPasswords(page.text)
                #expect(forms == [fields], "\(path)")
            }
        }
    }

    @Test("The form for the first person is marked too")
    func firstPerson() async throws {
        try await TestSite().application().serve { test in
            let page = try await InventoryClient(client: test).get("/people")
            #expect(Self.formsWithPasswords(page.text) == [["username", "new-password"]])
        }
    }

    /// The purposes of the fields in each form that asks for a password.
    private static func formsWithPasswords(_ html: String) -> [[String]] {
        html.components(separatedBy: "<form ").dropFirst()
            .compactMap { $0.components(separatedBy: "</form>").first }
            .filter { $0.contains("type=\"password\"") }
            .map { form in
                form.components(separatedBy: "autocomplete=\"").dropFirst().map { rest in
                    String(rest.prefix { $0 != "\"" })
                }
            }
    }
}
