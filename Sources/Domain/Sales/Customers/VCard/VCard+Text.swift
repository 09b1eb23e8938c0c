extension VCard {
    /// The media type of vCards.
    public static let mediaType = "text/vcard; charset=utf-8"

    /// The card in version 4.0 (RFC 6350).
    public var text: String {
        var lines = ["BEGIN:VCARD", "VERSION:4.0", "FN:\(name.escaped)", "N:\(name.escaped);;;;"]
        lines += emails.map { "EMAIL:\($0.escaped)" }
        lines += numbers.map { "TEL\(Self.type($0.label)):\($0.number.escaped)" }
        lines += addresses.map { address in
            let parts = [
                "", "", address.street ?? "", address.city ?? "", address.region ?? "",
                address.postalCode ?? "", address.countryCode ?? "",
            ]
            return "ADR\(Self.type(address.label)):"
                + parts.map(\.escaped).joined(separator: ";")
        }
        if let organization { lines.append("ORG:\(organization.escaped)") }
        if !tags.isEmpty {
            lines.append("CATEGORIES:" + tags.map(\.escaped).joined(separator: ","))
        }
        if let notes { lines.append("NOTE:\(notes.escaped)") }
        lines.append("END:VCARD")
        return lines.map { $0.folded + "\r\n" }.joined()
    }

    /// The TYPE parameter of a number or an address; empty for none.
    private static func type(_ label: String?) -> String {
        guard let label else { return "" }
        switch label.lowercased() {
        case "home": return ";TYPE=home"
        case "work": return ";TYPE=work"
        case "mobile", "cell": return ";TYPE=cell"
        case "fax": return ";TYPE=fax"
        default:
            // Quoted values cannot contain quotes; RFC 6868 encodes them.
            let value = label.replacing("^", with: "^^").replacing("\"", with: "^'")
                .replacing("\n", with: "^n")
            return ";TYPE=\"\(value)\""
        }
    }
}

extension String {
    /// The text escaped as a property's value.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case ",": text += "\\,"
            case ";": text += "\\;"
            case "\n": text += "\\n"
            case "\r": break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The line folded to 75 bytes, with a space before each continuation.
    fileprivate var folded: String {
        var text = ""
        var count = 0
        for character in unicodeScalars {
            let size = String(character).utf8.count
            if count + size > 75 {
                text += "\r\n "
                count = 1
            }
            text.unicodeScalars.append(character)
            count += size
        }
        return text
    }
}
