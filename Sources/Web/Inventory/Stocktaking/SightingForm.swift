import Domain
import Foundation
import Persistence

/// A form that says what was seen in a stocktake: a thing, or the codes in a photo.
struct SightingForm {
    private typealias Noted = (sighting: Sighting, isAgain: Bool)

    /// In milliseconds: ten years.
    private static let longestWait = 315_360_000_000

    let form: FormData
    let stocktake: Stocktake
    let site: Site
    let viewer: Viewer
    let context: ManagedObjectContext

    /// Notes what was seen, with one save. A form that was sent before has the same answer and changes
    /// nothing, whatever became of the stocktake since.
    ///
    /// - Parameter codes: those in the photo; empty without one.
    /// - Throws: ``ValidationErrors``; errors of the store.
    func note(_ codes: [String]) throws -> [NotedSighting] {
        var decoder = FormDecoder(form)
        let key = decoder.uuid("sighting", label: "Sighting") ?? UUID()
        let codes = try codes.compactMap(Self.line).uniqued.enumerated().map { index, code in
            let key = index == 0 ? key : UUID(naming: "\(key.uuidString) \(code)")
            return PhotographedCode(
                code: code, things: try things(coded: code), key: key,
                former: try Sighting.find(key, in: context))
        }
        let noted = try notedBefore(under: key, codes) ?? noteNew(under: key, codes, &decoder)
        if context.hasChanges { try site.household.save(context) }
        return try NotedSighting.all(noted, in: stocktake, context)
    }

    /// The sightings of a form that was sent before; nil if it was not.
    ///
    /// - Throws: ``ValidationErrors`` if its key belongs to a sighting of something else.
    private func notedBefore(under key: UUID, _ codes: [PhotographedCode]) throws -> [Noted]? {
        let former = try codes.isEmpty ? Sighting.find(key, in: context) : codes[0].former
        guard former != nil || codes.contains(where: { $0.former != nil }) else { return nil }
        if let former {
            guard former.stocktake === stocktake else {
                throw ValidationErrors("sighting", "Sighting", "it belongs to another stocktake")
            }
            let isSame =
                try codes.first.map { try former.isOf($0.code, $0.things, in: context) }
                ?? names(former)
            guard isSame else {
                throw ValidationErrors(
                    "sighting", "Sighting",
                    "“\(former.recordTitle)” was sent with the same UUID; each needs its own")
            }
            if codes.isEmpty { return [(former, true)] }
        }
        return try sightings(of: codes) { thing, _ in
            try stocktake.sightings(of: thing, in: context).first.map { ($0, true) }
        }
    }

    private func noteNew(
        under key: UUID, _ codes: [PhotographedCode], _ decoder: inout FormDecoder
    ) throws -> [Noted] {
        let waited = decoder.integer("waited", label: "Waited", in: 0...Self.longestWait).value
        let quantity = decoder.quantity("quantity", label: "Quantity").value
        let number = decoder.id("location", label: "Location", of: "location").value
        let location = try number.flatMap {
            try context.existingObject(Location.self, recordNumber: Int64($0))
        }
        if let number, location == nil {
            decoder.fail(
                .unknown("location", String(number), field: "location", label: "Location"))
        }
        let named = codes.isEmpty ? try namedThing(&decoder) : nil
        if !stocktake.isOpen { decoder.fail("code", "Code", Stocktakes.closedFault) }
        try FaultList(decoder.faults).check()
        let now = site.household.now()
        let date = now.addingTimeInterval(-Double(waited ?? 0) / 1000)
        func see(_ thing: SeenThing, _ key: UUID) throws -> Noted {
            try ValidationErrors.asking("Quantity") {
                try stocktake.see(
                    thing, key: key, quantity: quantity, at: location,
                    on: max(date, stocktake.startedAt ?? date), addedAt: now, in: context)
            }
        }
        if let named { return [try see(named, key)] }
        guard !codes.isEmpty else {
            throw ValidationErrors("code", "Code", "scan or type what is there")
        }
        return try sightings(of: codes, noting: see)
    }

    /// The sightings of the codes of a photo. A thing may have several codes, as on a label: the one that can
    /// mean the fewest things identifies it.
    ///
    /// - Parameter see: the sighting of a thing that was not noted with this photo; nil for none.
    private func sightings(
        of codes: [PhotographedCode], noting see: (SeenThing, UUID) throws -> Noted?
    ) throws -> [Noted] {
        var noted: [Noted] = []
        var seen: Set<SeenSubject> = []
        for code in codes.sorted(by: { $0.things.count < $1.things.count })
        where seen.isDisjoint(with: code.things.map(\.subject)) {
            let one =
                try code.former.map { (sighting: $0, isAgain: true) }
                ?? see(thing(coded: code.code, of: code.things), code.key)
            guard let one else { continue }
            noted.append(one)
            if let subject = one.sighting.subject { seen.insert(subject) }
        }
        return noted
    }

    /// Whether the form names what was seen in a sighting.
    private func names(_ sighting: Sighting) throws -> Bool {
        var decoder = FormDecoder(form)
        if let text = form["key"], !text.isEmpty {
            return UUID(uuidString: text) == sighting.itemKey
        }
        if let number = Self.product(&decoder) { return Int64(number) == sighting.product }
        guard let code = Self.code(&decoder) else { return false }
        return try sighting.isOf(code, things(coded: code), in: context)
    }

    /// The thing that the form names by `key`, the key of an item, by `product`, the number of a product,
    /// or by `code`; nil if it names none.
    private func namedThing(_ decoder: inout FormDecoder) throws -> SeenThing? {
        if let text = form["key"], !text.isEmpty {
            if let key = UUID(uuidString: text), let item = try Item.find(key, in: context),
                !item.isTrashed
            {
                return .item(item)
            }
            decoder.fail("key", "Item", "there is no such item")
            return nil
        }
        if let number = Self.product(&decoder) {
            if viewer.may(.readers(of: .sales)),
                let product = try context.existingObject(
                    Product.self, recordNumber: Int64(number))
            {
                return .product(product)
            }
            decoder.fail(.unknown("product", String(number), field: "product", label: "Product"))
            return nil
        }
        return try Self.code(&decoder).map { try thing(coded: $0, of: things(coded: $0)) }
    }

    private static func product(_ decoder: inout FormDecoder) -> Int? {
        decoder.id("product", label: "Product", of: "product").value
    }

    private static func code(_ decoder: inout FormDecoder) -> String? {
        decoder.line(
            "code", label: "Code", limit: Sighting.longestCode, reading: ProductCode.visible
        ).value
    }

    private func thing(coded code: String, of things: [SeenThing]) throws -> SeenThing {
        let tree = try site.household.inventoryCache.locations(in: context)
        return try stocktake.thing(coded: code, of: things, tree, in: context)
    }

    /// What a code can mean; where products are counted, also the one with that name.
    private func things(coded code: String) throws -> [SeenThing] {
        let found = try ScannedRecords.found(code, atMost: 0, site, for: viewer, in: context)
            .map(\.record)
        if found.isEmpty, stocktake.scope.isOfProducts, viewer.may(.readers(of: .sales)),
            let product = try Product.named(code, in: context)
        {
            return [.product(product)]
        }
        return try stocktake.things(coded: code, among: found, in: context)
    }

    /// A code of a photo as a typed one; nil if nothing of it is visible.
    private static func line(_ code: String) -> String? {
        let line = FormText.line(ProductCode.visible(code))
        return line.isUnseen ? nil : String(line.prefix(Sighting.longestCode))
    }
}

/// A code of a photo.
private struct PhotographedCode {
    let code: String
    /// What it can mean.
    let things: [SeenThing]
    /// The key of its sighting: the first code has that of the photo.
    let key: UUID
    /// The sighting with this key; nil if there is none.
    let former: Sighting?
}

/// A sighting as the answer to its sender.
struct NotedSighting: Sendable {
    let document: JSONValue
    let isAgain: Bool
    let flash: FlashMessage

    /// - Throws: errors of the store.
    static func all(
        _ noted: [(sighting: Sighting, isAgain: Bool)], in stocktake: Stocktake,
        _ context: ManagedObjectContext
    ) throws -> [NotedSighting] {
        let outcomes = try stocktake.outcomes(of: noted.map(\.sighting), in: context)
        let values = try SightingValues.all(noted.map(\.sighting), outcomes, in: context)
        return try zip(noted, values).map { noted, values in
            NotedSighting(
                document: try values.json(sayingAgain: noted.isAgain), isAgain: noted.isAgain,
                flash: noted.isAgain
                    ? .seenAgain
                    : values.outcome.flash(
                        elsewhere: stocktake.belongsElsewhere(noted.sighting)))
        }
    }
}

extension Sighting.Outcome {
    fileprivate func flash(elsewhere belongsElsewhere: Bool) -> FlashMessage {
        switch self {
        case .expected: .seenExpected
        case .misplaced: belongsElsewhere ? .seenMisplaced : .seenOther
        case .unknown: .seenUnknown
        }
    }
}
