import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Undo of actions by one tap")
struct OneTapUndoTests {
    private static let browser: HTTPFields = [.secFetchMode: "navigate"]

    /// Taps a button. Returns the address to undo it on the next page; nil without a notice.
    private static func tap(
        _ path: String, _ fields: [(name: String, value: String)] = [], _ client: InventoryClient
    ) async throws -> String? {
        let answer = try await client.post(path, fields, headers: browser)
        #expect(answer.status == .seeOther, "\(path): \(answer.text)")
        let place = try #require(answer.headers[.location])
        let page = try await client.get(place, headers: answer.sentCookie).text
        return page.firstMatch(of: #/action="([^"]+\/undo)"/#).map { String($0.1) }
    }

    /// Plans a task for every two months, first on January 31, 2024.
    private static func plan(_ client: InventoryClient, interval: String = "2 months") async throws
    {
        try await client.add("Espresso machine")
        try await client.post(
            "/tasks",
            [
                ("item", "A-0001"), ("title", "Descale"), ("due", "2024-01-31"),
                ("interval", interval),
            ])
    }

    /// The due day of a task, the number of its records, and its total cost.
    private static func task(_ client: InventoryClient) async throws -> [String] {
        let task = try await client.json("/tasks/1.json")
        let records = try #require(task["records"] as? [Any])
        return [
            task["due"] as? String ?? "-", "\(records.count)", task["cost"] as? String ?? "-",
        ]
    }

    @Test(
        "A task marked as done is due again as before, without a record",
        arguments: ["2 months", ""])
    func done(interval: String) async throws {
        try await TestSite.inventory { client in
            try await Self.plan(client, interval: interval)
            let undo = try #require(
                try await Self.tap("/tasks/1/done", [("cost", "12.50")], client))
            #expect(try await Self.task(client).suffix(2) == ["1", "12.50"])
            #expect(try await Self.task(client).first != "2024-01-31")

            let undone = try await client.post(undo, headers: Self.browser)

            #expect(undone.headers[.location] == "/tasks/1")
            let page = try await client.get("/tasks/1", headers: undone.sentCookie).text
            #expect(page.contains("It is no longer marked as done.") && !page.contains("/undo\""))
            #expect(try await Self.task(client) == ["2024-01-31", "0", "0.00"])
            // A second tap on the notice, as in a window left open, changes nothing.
            let again = try await client.post(undo)
            #expect(again.status == .notFound)
            #expect(again.text.contains("is on the page of the task"))
            #expect(try await Self.task(client) == ["2024-01-31", "0", "0.00"])
        }
    }

    @Test(
        "Undoing one completion keeps the others, and restores the due day before it"
    )
    func several() async throws {
        try await TestSite.inventory { client in
            try await Self.plan(client)
            var undos: [String] = []
            for day in ["2024-02-29", "2024-05-01"] {
                undos.append(
                    try #require(try await Self.tap("/tasks/1/done", [("done", day)], client)))
            }
            #expect(try await Self.task(client).prefix(2) == ["2024-07-01", "2"])

            for (undo, expected) in zip(
                undos.reversed(), [["2024-04-29", "1"], ["2024-01-31", "0"]])
            {
                #expect(try await client.post(undo).status == .seeOther)
                #expect(try await Self.task(client).prefix(2) == expected[...])
            }
        }
    }

    @Test(
        "A due day that was changed since stays",
        arguments: [
            ("/tasks/1", [("due", "2026-03-01")], ["2026-03-01", "0"]),
            // Done in February already: the following due day is the same.
            ("/tasks/1/done", [("done", "2024-02-01")], ["2024-04-29", "1"]),
            ("/tasks/1/done", [("done", "2024-06-01")], ["2024-08-01", "1"]),
        ])
    func saidSince(path: String, fields: [(String, String)], expected: [String]) async throws {
        try await TestSite.inventory { client in
            try await Self.plan(client)
            let undo = try #require(
                try await Self.tap("/tasks/1/done", [("done", "2024-02-29")], client))
            let said = try await client.post(path, fields.map { (name: $0.0, value: $0.1) })
            #expect(said.status == .seeOther, "\(said.text)")

            #expect(try await client.post(undo).status == .seeOther)
            #expect(try await Self.task(client).prefix(2) == expected[...])
        }
    }

    @Test("A record deleted on the page of the task is restored once")
    func takenBack() async throws {
        try await TestSite.inventory { client in
            try await Self.plan(client)
            try await client.post(
                "/tasks/1/done",
                [("done", "2024-02-29"), ("cost", "12.50"), ("doneNotes", "Citric")])
            let before = try await client.json("/tasks/1.json")["records"] as? [[String: Any]]
            let undo = try #require(
                try await Self.tap("/tasks/1/records/1/delete", [], client))
            #expect(try await Self.task(client) == ["2024-04-29", "0", "0.00"])

            #expect(try await client.post(undo).headers[.location] == "/tasks/1")
            #expect(try await Self.task(client) == ["2024-04-29", "1", "12.50"])
            let after = try await client.json("/tasks/1.json")["records"] as? [[String: Any]]
            for key in ["date", "cost", "notes"] {
                #expect(after?.first?[key] as? String == before?.first?[key] as? String)
            }
            #expect(try await client.post(undo).status == .notFound)
            #expect(try await client.post("/tasks/records/nothing/undo").status == .notFound)

            // It was deleted with its task.
            let gone = try #require(try await Self.tap("/tasks/1/records/1/delete", [], client))
            try await client.post("/tasks/1/delete")
            #expect(try await client.post(gone).status == .notFound)
        }
    }

    @Test("A record already deleted on the task’s page, or with the task, is not undone again")
    func gone() async throws {
        try await TestSite.inventory { client in
            try await Self.plan(client)
            let first = try #require(try await Self.tap("/tasks/1/done", [], client))
            try await client.post("/tasks/1/records/1/delete")
            #expect(try await client.post(first).status == .notFound)

            let second = try #require(try await Self.tap("/tasks/1/done", [], client))
            try await client.post("/tasks/1/delete")
            #expect(try await client.post(second).status == .notFound)
        }
    }

    @Test(
        "Unknown tokens, and tokens of another kind, undo nothing",
        arguments: ["nothing", "0", "..%2f..%2fsettings", String(repeating: "a", count: 32)])
    func unknown(token: String) async throws {
        try await TestSite.inventory { client in
            try await Self.plan(client)
            try await client.post("/loans", [("item", "A-0001"), ("borrower", "Bob")])
            let done = try #require(try await Self.tap("/tasks/1/done", [], client))
            let back = try #require(try await Self.tap("/loans/1/return", [], client))
            let other = [
                done.replacing("/tasks/done/", with: "/loans/returns/"),
                back.replacing("/loans/returns/", with: "/tasks/done/"),
            ]

            for path in ["/tasks/done/\(token)/undo", "/loans/returns/\(token)/undo"] + other {
                #expect(try await client.post(path).status == .notFound, "\(path)")
            }
            #expect(try await Self.task(client)[1] == "1")
            #expect(try await client.json("/loans/1.json")["state"] as? String == "back")
        }
    }

    @Test("A returned loan is on loan as before, once")
    func loan() async throws {
        try await TestSite.inventory { client in
            let drill = try await client.add("Drill")
            try await client.post(
                "/loans", [("item", "A-0001"), ("borrower", "Bob"), ("since", "2024-05-01")])
            let before = try await client.json("/loans/1.json")
            let undo = try #require(try await Self.tap("/loans/1/return", [], client))
            // It was returned already: there is nothing to undo.
            #expect(try await Self.tap("/loans/1/return", [], client) == nil)

            let undone = try await client.post(undo, headers: Self.browser)

            #expect(undone.headers[.location] == "/loans/1")
            let page = try await client.get("/loans/1", headers: undone.sentCookie).text
            #expect(page.contains("The loan is open again.") && page.contains("/loans/1/return"))
            let after = try await client.json("/loans/1.json")
            for key in ["since", "borrower", "state"] {
                #expect(after[key] as? String == before[key] as? String)
            }
            #expect(after["returned"] is NSNull)
            #expect(try await client.get(drill).text.contains("To Bob since May 1, 2024"))
            #expect(try await client.post(undo).status == .notFound)
            #expect(try await client.json("/loans/1.json")["returned"] is NSNull)
        }
    }

    @Test("An item that was lent again meanwhile stays with its borrower")
    func lentSince() async throws {
        try await TestSite.inventory { client in
            try await client.add("Drill")
            try await client.post("/loans", [("item", "A-0001"), ("borrower", "Bob")])
            let undo = try #require(try await Self.tap("/loans/1/return", [], client))
            try await client.post("/loans", [("item", "A-0001"), ("borrower", "Eve")])

            let refused = try await client.post(undo, headers: InventoryClient.json)

            #expect(refused.status == .unprocessableContent)
            #expect(try refused.faults["item"] == "“Eve” has it already")
            #expect(try await client.json("/loans/1.json")["state"] as? String == "back")
            // As soon as Eve has returned it, it can be lent to Bob again.
            try await client.post("/loans/2/return")
            #expect(try await client.post(undo).status == .seeOther)
            #expect(try await client.json("/loans/1.json")["state"] as? String == "out")
        }
    }

    @Test("The history shows who undid it, and loses nothing")
    func history() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            try await client.post("/items", [("itemName", "Drill")], headers: owner)
            try await client.post(
                "/tasks", [("item", "A-0001"), ("title", "Oil it"), ("due", "2024-01-31")],
                headers: owner)
            try await client.post(
                "/loans", [("item", "A-0001"), ("borrower", "Bob")], headers: owner)
            for path in ["/tasks/1/done", "/loans/1/return"] {
                var headers = owner
                headers[.secFetchMode] = "navigate"
                let answer = try await client.post(path, headers: headers)
                let place = try #require(answer.headers[.location])
                headers[.cookie] = [owner[.cookie], answer.sentCookie[.cookie]]
                    .compactMap(\.self).joined(separator: "; ")
                let page = try await client.get(place, headers: headers).text
                let undo = try #require(page.firstMatch(of: #/action="([^"]+\/undo)"/#)?.1)
                #expect(try await client.post(String(undo), headers: member).status == .seeOther)
            }

            func lines(_ person: String) async throws -> [String] {
                let json = try await client.json("/activity.json?person=\(person)", headers: owner)
                let saves = try #require(json["records"] as? [[String: Any]])
                return saves.map { save in
                    let changes = save["changes"] as? [[String: Any]] ?? []
                    return changes.map { "\($0["type"] ?? "") \($0["what"] ?? "")" }
                        .sorted().joined(separator: ", ")
                }
            }
            #expect(try await lines("member") == ["changed loan", "changed task, deleted doing"])
            #expect(
                try await lines("owner").prefix(2) == ["changed loan", "added doing, changed task"])
        }
    }
}
