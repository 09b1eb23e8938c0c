import Domain
import Foundation
import Persistence

/// What a form says about the shop. What it does not post stays.
struct ShopInput: Sendable {
    private let name: Posted<String>
    private let address: Posted<String>
    private let taxNumber: Posted<String>
    private let footer: Posted<String>
    private let opening: Posted<Decimal>
    private let taxRate: Posted<Int>
    private let faults: [FormFault]

    init(_ form: FormData) {
        var decoder = FormDecoder(form)
        name = decoder.line("name", label: "Name", limit: ShopDetails.longestLine)
        address = Self.lines("address", "Address", &decoder)
        taxNumber = decoder.line("taxNumber", label: "Tax number", limit: 40)
        footer = Self.lines("footer", "At the end of receipts", &decoder)
        opening = decoder.money("opening", label: "In the drawer in the morning")
        taxRate = decoder.id("taxRate", label: "Tax", of: "tax rate")
        faults = decoder.faults
    }

    /// Changes the record of the shop.
    ///
    /// - Throws: ``FormRefusal``, and errors of the store.
    func apply(in context: ManagedObjectContext) throws {
        var list = FaultList(faults)
        let profile = try ShopProfile.make(in: context)
        profile.name = name.updating(profile.name)
        profile.address = address.updating(profile.address)
        profile.taxNumber = taxNumber.updating(profile.taxNumber)
        profile.footer = footer.updating(profile.footer)
        profile.opening = opening.updating(profile.opening) ?? 0
        switch taxRate {
        case .absent: break
        case .cleared: profile.taxRate = nil
        case .value(let number):
            let rate = try TaxRate.find(Int64(number), in: context)
            if let rate, !rate.isRetired {
                profile.taxRate = rate
            } else {
                list.add([
                    .unknown("tax rate", String(number), field: "taxRate", label: "Tax")
                ])
            }
        }
        try list.add(valuesOf: profile, ["name", "address", "taxNumber", "footer"])
        try list.check()
    }

    /// Some lines, as a receipt has room for them.
    private static func lines(
        _ field: String, _ label: String, _ decoder: inout FormDecoder
    ) -> Posted<String> {
        let text = decoder.text(field, label: label, limit: 1_100)
        let lines = (text.value ?? "").split(separator: "\n")
        if lines.count > ShopDetails.mostLines {
            decoder.fail(field, label, "a receipt has room for \(ShopDetails.mostLines) lines")
        } else if let long = lines.first(where: { $0.count > ShopDetails.longestLine }) {
            decoder.fail(
                field, label,
                "“\(long.prefix(40))…” is longer than \(ShopDetails.longestLine) characters")
        }
        return text
    }
}
