import Domain
import Foundation

/// Normalizes the text of forms and queries for storing and comparing.
enum FormText {
    /// Text in NFC with line feeds as line ends.
    ///
    /// - Throws: a 400 if the text holds NUL, which no keyboard types and which ends a text in C.
    static func normalized(_ text: String, field: String) throws(SiteError) -> String {
        guard !text.utf8.contains(0) else {
            throw .malformed("The field “\(shown(field))” has a NUL character.")
        }
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
        if isPlain { return text }
        return text.replacingOccurrences(of: "\r\n", with: "\n")
            .replacingOccurrences(of: "\r", with: "\n").precomposedStringWithCanonicalMapping
    }

    /// A text on one line, without surrounding spaces.
    static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
            .replacingOccurrences(of: "\t", with: " ")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The name of a field as an error message may show it.
    static func shown(_ field: String) -> String {
        let visible = field.unicodeScalars.filter { !CharacterSet.controlCharacters.contains($0) }
        return String(String.UnicodeScalarView(visible.prefix(60)))
    }

    /// A message with a capital letter at its start and a full stop at its end.
    static func sentence(_ message: String) -> String { capitalized(stopped(message)) }

    /// A message with a full stop at its end.
    static func stopped(_ message: String) -> String {
        let end = message.last.map { ".?!".contains($0) } ?? true
        return message + (end ? "" : ".")
    }

    /// A text with a capital letter at its start.
    static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The label of an attribute of an entity.
    static func label(of field: String, in entity: String) -> String {
        RecordDescription.field(field, of: entity)?.label ?? label(of: field)
    }

    /// The label of a field that is named by its attribute. The texts here are for fields that no
    /// description labels.
    static func label(of field: String) -> String {
        switch field {
        case "title": "Title"
        case "cost": "Cost"
        case "valueInDollars": "Value"
        case "worth": "Value"
        case "image", "thumbnail": "Photo"
        case "file": "File"
        case "caption": "Caption"
        case "closedAt": "Closed"
        case "lastSeen": "Last seen"
        case "lastSeenBy": "Last seen by"
        case "sales": "Purchases"
        case "lines": "Lines"
        case "product", "productName": "Product"
        case "unitPrice": "Unit price"
        case "date": "Date"
        case "time": "Time"
        case "discount": "Discount"
        case "note": "Note"
        case "payments": "Payments"
        case "amount": "Amount"
        case "reference": "Reference"
        case "paperLanguage": "Language of papers"
        case "quote": "Quote"
        case "customer": "Customer"
        case "buyerName": "Name"
        case "buyerAddress": "Address"
        case "validThrough": "Valid until"
        case "stock": "In stock"
        case "holder": "Name on the card"
        case "number": "Card number"
        case "expiry": "Expiry"
        default:
            RecordDescription.fieldsByName[field]?.label ?? labelInLine(field) ?? field
        }
    }

    /// The label of `lines[0][quantity]`; nil for any other name.
    private static func labelInLine(_ field: String) -> String? {
        let parts = field.split(whereSeparator: "[]".contains)
        guard parts.count == 3, parts[0] == "lines", let index = Int(parts[1]) else { return nil }
        return "Line \(index + 1), \(label(of: String(parts[2])).lowercased())"
    }
}

extension FormText {
    /// A sentence as it continues after the name of a field: without its capital letter and its
    /// full stop.
    static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

extension FormText {
    /// The message about a quantity that is not in a range.
    static func quantityFault(_ range: ClosedRange<Decimal>) -> String {
        "enter a quantity from \(range.lowerBound, grouped: true) to \(range.upperBound, grouped: true)"
    }
}
