import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Maintenance over HTTP")
struct CareTests {
    private static let today = CalendarDay.today()

    @Test("A recurring task is due again after it was done, with its cost")
    func life() async throws {
        try await TestSite.inventory { client in
            let machine = try await client.add("Espresso machine")
            let added = try await client.post(
                "/tasks",
                [
                    ("item", "A-0001"), ("title", "Descale"), ("due", "2024-01-31"),
                    ("interval", "Every 2 months"),
                ])
            #expect(added.headers[.location] == "/tasks/1")
            let planned = try await client.json("/tasks/1.json")
            #expect(planned["interval"] as? String == "2 months")
            #expect(planned["state"] as? String == "due")
            let page = try await client.get(machine).text
            #expect(
                page.contains("href=\"/tasks/1\"") && page.contains("Due since January 31, 2024"))
            #expect(try await client.get("/").text.contains("/tasks?state=due"))

            let done = try await client.post(
                "/tasks/1/done",
                [("done", "2024-02-29"), ("cost", "12.50"), ("doneNotes", "Citric")])
            #expect(done.headers[.location] == "/tasks/1")
            let after = try await client.json("/tasks/1.json")
            #expect(after["due"] as? String == "2024-04-29")
            #expect(after["cost"] as? String == "12.50")
            let text = try await client.get("/tasks/1").text
            #expect(
                text.contains("$12.50 Citric")
                    && text.contains("action=\"/tasks/1/records/1/delete\""))

            // A record in the past does not change the due day.
            try await client.post("/tasks/1/done", [("done", "2024-02-01")])
            #expect(try await client.json("/tasks/1.json")["due"] as? String == "2024-04-29")
            try await client.post("/tasks/1/records/1/delete")
            #expect(try await client.json("/tasks/1.json")["cost"] as? String == "0.00")
        }
    }

    @Test("The planned cost is stored with the task, and each actual cost with its record")
    func plannedCost() async throws {
        try await TestSite.inventory { client in
            try await client.add("Boiler")
            let made = try await client.post(
                "/tasks",
                [
                    ("item", "A-0001"), ("title", "Service"), ("due", "2024-01-31"),
                    ("interval", "1 year"), ("cost", "1,200.50"),
                ], headers: InventoryClient.json)
            #expect(made.status == .created)
            let planned = try await client.json("/tasks/1.json")
            #expect(planned["cost"] as? String == "1200.50")
            #expect(planned["plannedCost"] as? String == "1200.50")
            let page = try await client.get("/tasks/1").text
            #expect(page.contains("<dt>Planned cost</dt><dd>$1,200.50</dd>"))
            #expect(!page.contains("Cost so far"))
            #expect(page.contains("name=\"cost\" value=\"1200.50\""))
            #expect(try await client.get("/tasks/1/edit").text.contains("value=\"1200.50\""))

            // A cost given with a completion is that of the completion.
            try await client.post("/tasks/1", [("done", "2024-02-01"), ("cost", "80")])
            let done = try await client.json("/tasks/1.json")
            #expect(done["cost"] as? String == "80.00")
            #expect(done["plannedCost"] as? String == "1200.50")
            try await client.post("/tasks/1", [("title", "Service of the boiler")])
            #expect(
                try await client.json("/tasks/1.json")["plannedCost"] as? String == "1200.50")
            let predicate = QueryText.encode([("predicate", "cost > 1000")])
            #expect(try await client.json("/tasks.json?" + predicate)["total"] as? Int == 1)
            #expect(
                try await client.get("/tasks.csv").text.contains(
                    "cost,plannedCost,notes\r\n1,"))
            try await client.post("/tasks/1", [("cost", "")])
            #expect(try await client.json("/tasks/1.json")["plannedCost"] is NSNull)

            for (cost, fields) in [("-1", []), ("1.234", []), ("-1", [("done", "2024-02-01")])] {
                let refused = try await client.post(
                    "/tasks/1", [("cost", cost)] + fields, headers: InventoryClient.json)
                #expect(refused.status == .unprocessableContent, "\(cost)")
                #expect(try refused.faults["cost"]?.isEmpty == false, "\(refused.text)")
            }
        }
    }

    @Test("A one-time task is done with its record, on the current day by default")
    func once() async throws {
        try await TestSite.inventory { client in
            try await client.add("Bicycle")
            try await client.post(
                "/tasks", [("item", "Bicycle"), ("title", "New tyre"), ("due", "2024-01-31")])
            try await client.post("/tasks/1/done")

            let task = try await client.json("/tasks/1.json")
            #expect(task["state"] as? String == "done")
            #expect(task["done"] as? String == Self.today.description)
            #expect(!(try await client.get("/").text.contains("/tasks?state=due")))
            // In one step with the plan.
            let both = try await client.post(
                "/tasks",
                [
                    ("item", "Bicycle"), ("title", "Service"), ("interval", "1 year"),
                    ("done", "2024-03-01"), ("cost", "80"),
                ], headers: InventoryClient.json)
            #expect(both.status == .created)
            #expect(try both.json["due"] as? String == "2025-03-01")
        }
    }

    @Test("A task for a sold item is refused")
    func sold() async throws {
        try await TestSite.importing { imports, _ in
            let everything = ImportClient(site: imports.site, address: "/import")
            let plan = try await everything.upload("itemName,soldDate\nSaw,2026-01-05\n")
            #expect(try await everything.confirm(plan).status == .created)
            let refused = try await imports.site.post(
                "/tasks", [("item", "A-0001"), ("title", "Oil it")], headers: InventoryClient.json)
            #expect(try refused.faults["item"] == "it was sold", "\(refused.text)")
        }
    }

    @Test("The list shows the next due tasks first, and omits those of sold and deleted items")
    func list() async throws {
        try await TestSite.inventory { client in
            let tomorrow = Self.today.adding(days: 1).description
            for (name, due) in [("A", tomorrow), ("B", "2024-01-01"), ("C", ""), ("Gone", "")] {
                let item = try await client.add(name)
                try await client.post(
                    "/tasks", [("item", name), ("title", "Oil \(name)"), ("due", due)])
                if name == "Gone" { try await client.post(item + "/delete") }
            }
            func titles(_ query: String) async throws -> [String] {
                let list = try await client.json("/tasks.json\(query)")
                let records = try #require(list["records"] as? [[String: Any]])
                return records.compactMap { $0["title"] as? String }
            }
            #expect(try await titles("") == ["Oil B", "Oil A", "Oil C"])
            #expect(try await titles("?state=due") == ["Oil B"])
            #expect(try await titles("?state=planned") == ["Oil A"])
            #expect(try await titles("?state=done") == ["Oil C"])
            #expect(try await titles("?sort=-title&q=oil") == ["Oil C", "Oil B", "Oil A"])
            let lead = try await client.get("/care")
            #expect(lead.headers[.location] == "/tasks?state=due")
            #expect(try await client.get("/tasks").text.contains("Due</span>"))
        }
    }

    @Test(
        "Invalid tasks are refused, and nothing is saved",
        arguments: [
            ("interval", "sometimes"), ("interval", "0 days"), ("interval", "1 year"),
            ("due", "x"), ("done", "2999-01-01"), ("done", "x"), ("cost", "x"),
        ])
    func refusals(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            try await client.add("Bicycle")
            var fields = [("item", "Bicycle"), ("title", "Service"), (field, value)]
            if field == "cost" { fields.append(("done", "2024-01-01")) }
            let refused = try await client.post(
                "/tasks", fields.map { (name: $0.0, value: $0.1) },
                headers: InventoryClient.json)

            #expect(refused.status == .unprocessableContent)
            #expect(try await client.json("/tasks.json")["total"] as? Int == 0)
        }
    }

    @Test("A refused form keeps what was typed")
    func refusedForm() async throws {
        try await TestSite.inventory { client in
            try await client.add("Bicycle")
            try await client.post("/tasks", [("item", "Bicycle"), ("title", "Service")])
            let refused = try await client.post(
                "/tasks/1/done", [("done", "2024-02-30"), ("cost", "7"), ("doneNotes", "Chain")])

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("value=\"2024-02-30\""))
            #expect(refused.text.contains("value=\"Chain\""))
        }
    }

    @Test("The calendar has a day for each task, in standard iCalendar lines")
    func calendar() async throws {
        try await TestSite.inventory { client in
            try await client.add("Saw; the “große”, in the\\cellar")
            try await client.post(
                "/tasks",
                [
                    ("item", "A-0001"), ("title", "Sharpen, oil"), ("due", "2026-12-31"),
                    ("interval", "1 year"),
                    ("notes", "First\nsecond " + String(repeating: "ü", count: 80)),
                ])
            try await client.post("/tasks", [("item", "A-0001"), ("title", "No day")])
            let answer = try await client.get("/care.ics")
            let lines = answer.text.components(separatedBy: "\r\n")
            let unfolded = answer.text.replacing("\r\n ", with: "")

            #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(lines.allSatisfy { $0.utf8.count <= 75 } && !answer.text.contains("\n\n"))
            #expect(lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""])
            #expect(unfolded.components(separatedBy: "BEGIN:VEVENT").count == 2)
            for text in [
                "\r\nDTSTART;VALUE=DATE:20261231\r\n", "\r\nDTEND;VALUE=DATE:20270101\r\n",
                "\r\nSUMMARY:Sharpen\\, oil: Saw\\; the “große”\\, in the\\\\cellar\r\n",
                "\r\nDESCRIPTION:every year\\nFirst\\nsecond ü", "\r\nUID:task-1-",
                "@homeowner\r\n",
                "/tasks/1\r\n",
            ] {
                #expect(unfolded.contains(text), "\(text)")
            }
        }
    }
}
