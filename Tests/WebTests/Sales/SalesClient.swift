import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

/// Sends requests to the sales section as a script does.
struct SalesClient: Sendable {
    let inventory: InventoryClient
    /// The number of the existing customer, who has sale 1: one Lamp for
    /// $12.50.
    let customer: Int64

    func get(_ uri: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await inventory.get(uri, headers: headers)
    }

    func json(_ uri: String) async throws -> [String: Any] { try await inventory.json(uri) }

    @discardableResult
    func post(
        _ uri: String, _ fields: [(name: String, value: String)] = [], headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await inventory.post(uri, fields, headers: headers)
    }

    /// Adds a sale of lines, each with a product's name, a quantity and a unit price. Returns the sale.
    @discardableResult
    func sell(
        _ lines: [(product: String, quantity: Int, unitPrice: String)], day: String = "2026-11-21"
    ) async throws -> [String: Any] {
        let response = try await post(
            "/customers/\(customer)/sales", [("date", day)] + Self.fields(lines),
            headers: InventoryClient.json)
        #expect(response.status == .created, "\(response.text)")
        return try response.json
    }

    /// The fields of lines as a form posts them.
    static func fields(
        _ lines: [(product: String, quantity: Int, unitPrice: String)]
    ) -> [(name: String, value: String)] {
        lines.enumerated().flatMap { index, line in
            [
                ("lines[\(index)][productName]", line.product),
                ("lines[\(index)][quantity]", String(line.quantity)),
                ("lines[\(index)][unitPrice]", line.unitPrice),
            ]
        }
    }

    /// The sales of a list, in order.
    func sales(_ uri: String = "/sales.json") async throws -> [[String: Any]] {
        try #require(try await json(uri)["records"] as? [[String: Any]])
    }

    /// The numbers of the sales of a list, in order.
    func numbers(_ uri: String = "/sales.json") async throws -> [Int] {
        try await sales(uri).compactMap { $0["number"] as? Int }
    }
}

extension TestSite {
    /// Runs a test on a separate site with one customer, who bought one Lamp for $12.50 on November
    /// 20, 2026.
    static func sales<Value>(
        _ body: @Sendable (SalesClient) async throws -> Value
    ) async throws -> Value {
        let site = try TestSite()
        let customer = try site.addCustomer()
        return try await site.test { client in
            try await body(
                SalesClient(inventory: InventoryClient(client: client), customer: customer))
        }
    }

    /// Adds the first customer to the store, before the site opens it.
    func addCustomer() throws -> Int64 {
        let household = try Household(
            directory: DataDirectory(
                path: configuration.dataDirectory, storeAddress: configuration.storeAddress))
        let number = try household.container.write { context in
            let day = try #require(CalendarDay(year: 2026, month: 11, day: 20))
            let customer = try Customer.add(
                named: "Amina Diallo", emailid: "amina@example.org",
                contactno: "+221 77 123 45 67",
                firstSale: SaleDraft(
                    day: day,
                    lines: [SaleDraft.Line(.productNamed("Lamp"), unitPrice: Decimal(12.5))]),
                in: context)
            try household.save(context)
            return customer.objectID.recordNumber ?? 0
        }
        try household.close()
        return number
    }
}

extension [String: Any] {
    /// The lines of a sale.
    var lines: [[String: Any]] { self["lines"] as? [[String: Any]] ?? [] }
    /// The number of the record.
    var id: Int { self["id"] as? Int ?? 0 }
    func text(_ key: String) -> String? { self[key] as? String }
}

extension TestResponse {
    /// The fields at fault in a problem document, sorted.
    var faultFields: [String] {
        get throws { try faults.keys.sorted() }
    }
}
