import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

extension InventoryClient {
    /// Adds a customer with a first sale. Returns the address.
    @discardableResult
    func addCustomer(
        _ name: String, _ fields: [(name: String, value: String)] = []
    ) async throws -> String {
        let sale: [(name: String, value: String)] = [
            ("productName", "Desk lamp"), ("unitPrice", "19.99"),
        ]
        let names = Set(fields.map(\.name))
        let response = try await post(
            "/customers", [("name", name)] + sale.filter { !names.contains($0.name) } + fields)
        #expect(response.status == .seeOther)
        return try #require(response.headers[.location])
    }

    /// The values of a member of the records of a list, in order.
    func values(_ member: String, _ uri: String) async throws -> [String] {
        let records = try #require(try await json(uri)["records"] as? [[String: Any]])
        return records.compactMap { $0[member] as? String }
    }
}
