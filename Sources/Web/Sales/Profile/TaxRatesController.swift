import Domain
import Hummingbird
import Persistence

/// The tax rates of the shop: adding one, taking one out of use, and back into it.
struct TaxRatesController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(.taxRates, by: .editors(of: .sales), use: create)
        routes.post(.taxRateRetirement("{id}"), by: .editors(of: .sales), use: retire)
        routes.post(.deleteTaxRateRetirement("{id}"), by: .editors(of: .sales), use: unretire)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await shop.site.form(of: request)
        var decoder = FormDecoder(posted)
        let name = decoder.requiredLine("rateName", label: "Name", isNew: true, limit: 60)
        let percent = decoder.percent("percent", label: "Per cent")
        if percent.value == nil, decoder.message(for: "percent") == nil {
            decoder.fail("percent", "Per cent", "enter a value")
        }
        let faults = decoder.faults
        let answer = ShopAnswer(
            shop, .taxRateAdded, refusal: "The tax rate was not added", status: .created)
        return try await answer.after(request, context, showing: { $0.showRate(posted, $1) }) {
            guard faults.isEmpty, let name = name.value, let percent = percent.value else {
                throw FormRefusal(faults: faults)
            }
            let isAdded = posted["isAdded"] == "yes"
            let isKnown = try TaxRate.all(in: $0).contains {
                !$0.isRetired && $0.percent == percent.number && $0.isAdded == isAdded
                    && $0.name?.lowercased() == name.lowercased()
            }
            guard !isKnown else {
                throw FormRefusal(faults: [
                    FormFault(
                        field: "rateName", label: "Name",
                        message: "there is “\(name) \(percent.description)” already")
                ])
            }
            let rate = TaxRate(context: $0)
            rate.name = name
            rate.percent = percent.number
            rate.isAdded = isAdded
        }
    }

    @Sendable
    private func retire(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        var decoder = FormDecoder(try await shop.site.form(of: request))
        let successor = decoder.id("successor", label: "Follows", of: "tax rate").value
        let faults = decoder.faults
        let answer = ShopAnswer(shop, .taxRateRetired, refusal: "The tax rate stays in use")
        return try await answer.after(request, context) { records in
            try FaultList(faults).check()
            let rate = try Self.rate(number, in: records)
            let other = try successor.map { try Self.rate(Int64($0), in: records) }
            guard other == nil || (other !== rate && other?.isRetired == false) else {
                throw FormRefusal(faults: [
                    FormFault(
                        field: "successor", label: "Follows", message: "it is used no more")
                ])
            }
            rate.retire(followedBy: other)
        }
    }

    @Sendable
    private func unretire(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let answer = ShopAnswer(shop, .taxRateOffered, refusal: "The tax rate stays as it is")
        return try await answer.after(request, context) {
            try Self.rate(number, in: $0).unretire()
        }
    }

    private static func rate(_ number: Int64, in context: ManagedObjectContext) throws -> TaxRate {
        guard let rate = try TaxRate.find(number, in: context) else {
            throw SiteError.notFound("There is no such tax rate")
        }
        return rate
    }
}
