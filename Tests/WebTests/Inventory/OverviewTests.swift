import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct OverviewTests {
    @Test("An empty household gets a welcome")
    func empty() async throws {
        try await TestSite.inventory { client in
            let page = try await client.get("/")

            #expect(page.status == .ok)
            #expect(page.text.contains("Welcome home"))
        }
    }

    @Test("The first page counts and sums, and shows the latest additions")
    func figures() async throws {
        try await TestSite.inventory { client in
            try await client.add("Sofa", [("assetType", "1"), ("valueInDollars", "1500")])
            try await client.add("Lamp", [("valueInDollars", "500")])

            let page = try await client.get("/")

            #expect(page.text.contains("<b class=\"figure__value\">2</b>"))
            #expect(page.text.contains("<b class=\"figure__value\">$2,000</b>"))
            #expect(page.text.contains("aria-label=\"75 % of the value\""))
            #expect(page.text.contains("<span class=\"tile__name\" dir=\"auto\">Lamp</span>"))
        }
    }

    @Test("The first page shows due tasks and no others")
    func due() async throws {
        try await TestSite.inventory { client in
            try await client.add("Boiler")
            try await client.add("Drill")
            for (title, due) in [
                ("Descale", "2024-01-31"), ("Sweep", "2023-05-01"), ("Paint", "2999-01-01"),
            ] {
                try await client.post(
                    "/tasks", [("item", "A-0001"), ("title", title), ("due", due)])
            }
            let empty = try await client.get("/").text
            #expect(!empty.contains("lent to"))
            try await client.post(
                "/loans",
                [
                    ("item", "A-0002"), ("borrower", "Ada <x>"), ("since", "2024-01-01"),
                    ("due", "2024-02-01"),
                ])

            let page = try await client.get("/").text
            let names = page.matches(
                of: #/<a class="chip" href="(/(?:tasks|loans)/\d+)"[^>]*><span[^>]*>([^<]+)</#
            )
            .map { "\($0.1) \($0.2)" }

            #expect(
                names == [
                    "/tasks/2 Sweep, Boiler: since May 1, 2023",
                    "/tasks/1 Descale, Boiler: since January 31, 2024",
                    "/loans/1 Drill, lent to Ada &lt;x&gt;: since February 1, 2024",
                ])
            for task in ["/tasks/1/done", "/tasks/2/done", "/loans/1/return"] {
                try await client.post(task)
            }
            #expect(!(try await client.get("/").text.contains("<h3>Due</h3>")))
        }
    }

    @Test("The first page shows sold items too")
    func sales() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann", [("quantity", "2")])

            let page = try await client.get("/")

            #expect(page.text.contains("<b class=\"figure__value\">$39.98</b>"))
            #expect(page.text.contains("<span class=\"figure__label\">customer</span>"))
            #expect(!page.text.contains("Welcome home"))
        }
    }

    @Test("The first page shows the latest customers, each once, the latest first")
    func buyers() async throws {
        try await TestSite.inventory { client in
            #expect(!(try await client.get("/").text.contains("Recent purchases")))
            for number in 1...8 { try await client.addCustomer("Customer \(number)") }
            try await client.post(
                "/customers/4/sales", [("lines[0][product]", "1"), ("lines[0][quantity]", "1")])
            try await client.post("/sales/8/void", [("reason", "A mistake")])
            let page = try await client.get("/").text

            let heading = try #require(page.range(of: "Recent purchases"))
            let list = try #require(page[heading.upperBound...].range(of: "</ul>"))
            let names = page[heading.upperBound..<list.lowerBound].split(separator: "dir=\"auto\">")
                .dropFirst().map { $0.prefix { $0 != "<" } }
            #expect(names == [4, 7, 6, 5, 3, 2].map { "Customer \($0)" })
        }
    }
}
