import Domain

/// Where a form wants an item to stand.
enum ItemPosition: Sendable {
    /// An index of the whole list; beyond the end means the end.
    case index(Int)
    /// A step, or an end of the list.
    case step(ItemOrder.Step)

    /// Reads a form: `toIndex` from 0, or `place` from 1, or `move`.
    ///
    /// - Throws: ``SiteError`` 422 if none of them is there, or it cannot be read.
    init(_ form: FormData) throws(SiteError) {
        var decoder = FormDecoder(form)
        if let text = form["toIndex"] {
            self = .index(try Self.number(text, "toIndex", "Index", from: 0))
        } else if let text = form["place"] {
            self = .index(try Self.number(text, "place", "Place", from: 1) - 1)
        } else if let step: ItemOrder.Step = decoder.choice("move", label: "Move").value {
            self = .step(step)
        } else {
            let missing = FormFault(
                field: "toIndex", label: "Position", message: "give toIndex, or move")
            throw Self.refusal(decoder.faults.first ?? missing)
        }
    }

    /// A number so large that it does not fit is beyond the end of any list.
    private static func number(
        _ text: String, _ field: String, _ label: String, from first: Int
    ) throws(SiteError) -> Int {
        let text = text.filter { !$0.isWhitespace }
        let isLong = text.count > 18 && text.allSatisfy { $0.isASCII && $0.isNumber }
        guard let number = isLong ? Int.max : Int(text) else {
            throw refusal(
                FormFault(
                    field: field, label: label,
                    message: "“\(text.prefix(100))” is not a whole number"))
        }
        guard number >= first else {
            throw refusal(
                FormFault(
                    field: field, label: label,
                    message: "it has to be at least \(first), not \(number)"))
        }
        return number
    }

    private static func refusal(_ fault: FormFault) -> SiteError {
        .unprocessable("The item was not moved", faults: [fault])
    }
}
