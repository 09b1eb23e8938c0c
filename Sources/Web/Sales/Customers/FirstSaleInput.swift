import Domain
import Foundation

/// The sale with which a customer begins, as a form posts it.
struct FirstSaleInput: Sendable {
    /// The sale; nil if the form has none that can be made.
    let draft: SaleDraft?

    /// Reads a form: a product by name or number, how many, at which price, on which day; or lines
    /// as a form of a sale has them.
    init(_ decoder: inout FormDecoder) {
        let day = decoder.day("date", label: "Date").value ?? .today()
        let count = decoder.faults.count
        let lines = Self.lines(&decoder)
        if lines.isEmpty, decoder.faults.count == count {
            decoder.fail(
                "sales", "Purchases",
                "sales is a required value; name the product that was bought first")
        }
        draft = lines.isEmpty ? nil : SaleDraft(day: day, lines: lines)
    }

    private static func lines(_ decoder: inout FormDecoder) -> [SaleDraft.Line] {
        let indices = Set(decoder.form.fields.compactMap { index(of: $0.name) }).sorted()
        let prefixes = indices.isEmpty ? [nil] : indices.map { "lines[\($0)]" }
        return prefixes.compactMap { line($0, &decoder) }
    }

    /// The number in `lines[3][product]`.
    private static func index(of field: String) -> Int? {
        guard field.hasPrefix("lines["), let end = field.firstIndex(of: "]") else { return nil }
        return Int(field[..<end].dropFirst("lines[".count))
    }

    private static func line(_ prefix: String?, _ decoder: inout FormDecoder) -> SaleDraft.Line? {
        func field(_ name: String) -> String { prefix.map { "\($0)[\(name)]" } ?? name }
        let quantity = decoder.integer(
            field("quantity"), label: "Quantity", in: 1...1_000_000
        ).value
        let unitPrice = decoder.money(field("unitPrice"), label: "Unit price").value
        let name = decoder.line(field("productName"), label: "Product", limit: 200).value
        guard let subject = subject(field("product"), named: name, &decoder) else { return nil }
        return SaleDraft.Line(subject, quantity: quantity ?? 1, unitPrice: unitPrice)
    }

    /// A product that is named goes before one by number, which a script may have left from before.
    private static func subject(
        _ field: String, named name: String?, _ decoder: inout FormDecoder
    ) -> SaleDraft.Subject? {
        if let name { return .productNamed(name) }
        return decoder.id(field, label: "Product").value.map { .product(Int64($0)) }
    }
}
