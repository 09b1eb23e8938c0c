import Domain
import Hummingbird
import Persistence

/// The ways in which people pay: adding one, taking one out of use, and back into it.
struct PaymentKindsController: RouteProvider {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.post(.paymentKinds, by: .editors(of: .sales), use: create)
        routes.post(.paymentKindRetirement("{id}"), by: .editors(of: .sales), use: retire)
        routes.post(
            .deletePaymentKindRetirement("{id}"), by: .editors(of: .sales), use: unretire)
    }

    @Sendable
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = try await shop.site.form(of: request)
        var decoder = FormDecoder(posted)
        let name = decoder.requiredLine("kindName", label: "Name", isNew: true, limit: 40)
        let faults = decoder.faults
        let answer = ShopAnswer(
            shop, .paymentKindAdded, refusal: "The way of paying was not added", status: .created)
        return try await answer.after(request, context, showing: { $0.showKind(posted, $1) }) {
            guard faults.isEmpty, let name = name.value else { throw FormRefusal(faults: faults) }
            guard try PaymentKind.named(name, in: $0) == nil else {
                throw FormRefusal(faults: [
                    FormFault(
                        field: "kindName", label: "Name", message: "there is “\(name)” already")
                ])
            }
            let kind = PaymentKind(context: $0)
            kind.name = name
            kind.isCash = posted["isCash"] == "yes"
        }
    }

    @Sendable
    private func retire(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let answer = ShopAnswer(shop, .paymentKindRetired, refusal: "The way of paying stays")
        return try await answer.after(request, context) {
            try Self.kind(number, in: $0).retire()
        }
    }

    @Sendable
    private func unretire(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let answer = ShopAnswer(
            shop, .paymentKindOffered, refusal: "The way of paying stays as it is")
        return try await answer.after(request, context) {
            try Self.kind(number, in: $0).unretire()
        }
    }

    private static func kind(
        _ number: Int64, in context: ManagedObjectContext
    ) throws -> PaymentKind {
        guard let kind = try PaymentKind.find(number, in: context) else {
            throw SiteError.notFound("There is no such way of paying")
        }
        return kind
    }
}
