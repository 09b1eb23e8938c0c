import Domain

/// A card as a form posts it, reduced to what may be kept.
struct CardInput: Sendable {
    private let number: CardNumber?
    private let hadNumber: Bool
    private let holder: Posted<String>
    private let expiry: Posted<CardExpiry>
    private let isRemoved: Bool

    /// Reads a form.
    init(_ typed: FormData, _ decoder: inout FormDecoder) {
        number = typed.cardNumber
        hadNumber = typed.hadCardNumber
        holder = decoder.line("holder", label: FormText.label(of: "holder"), limit: 100)
        expiry = Self.expiry(&decoder)
        isRemoved = typed["removeCard"] == "yes"
    }

    /// What is kept of the card afterwards; nil for none.
    func updating(_ kept: CardDetails?) -> CardDetails? {
        guard !isRemoved else { return nil }
        if let number {
            return CardDetails(number, holder: holder.value, expiry: expiry.value)
        }
        guard var details = kept else { return nil }
        details.holder = holder.updating(details.holder)
        switch expiry {
        case .absent: break
        case .cleared: details.expiry = nil
        case .value(let month): details.expiry = month.description
        }
        return details
    }

    /// A name or a month alone makes no card.
    func faults(keeping kept: CardDetails?) -> [FormFault] {
        let hasDetails = holder.value != nil || expiry.value != nil
        guard hasDetails, !hadNumber, kept == nil, !isRemoved else { return [] }
        return [
            FormFault(
                field: "number", label: FormText.label(of: "number"),
                message: "enter it to keep the card, or clear the other fields of the card")
        ]
    }

    private static func expiry(_ decoder: inout FormDecoder) -> Posted<CardExpiry> {
        let line = decoder.line("expiry", label: FormText.label(of: "expiry"), limit: 20)
        guard let text = line.value else { return line == .cleared ? .cleared : .absent }
        do {
            return .value(try CardExpiry(parsing: text))
        } catch {
            decoder.fail("expiry", FormText.label(of: "expiry"), error.description)
            return .absent
        }
    }
}
