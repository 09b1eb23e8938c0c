import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct OverviewTests {
    @Test("An empty household is welcomed")
    func empty() async throws {
        try await TestSite.inventory { client in
            let page = try await client.get("/")

            #expect(page.status == .ok)
            #expect(page.text.contains("Welcome home"))
        }
    }

    @Test("The first page counts and adds up, and shows what was added last")
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

    @Test("What was sold stands on the first page too")
    func sales() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann", [("quantity", "2")])

            let page = try await client.get("/")

            #expect(page.text.contains("<b class=\"figure__value\">$39.98</b>"))
            #expect(page.text.contains("<span class=\"figure__label\">customer</span>"))
            #expect(!page.text.contains("Welcome home"))
        }
    }
}
