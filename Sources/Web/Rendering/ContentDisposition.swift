import Domain

/// The header `Content-Disposition` (RFC 6266).
enum ContentDisposition {
    /// For a file shown in the browser, with a name for saving it.
    static func inline(fileName name: String, extension fileExtension: String?) -> String {
        value("inline", fileExtension.map { "\(name).\($0)" } ?? name)
    }

    /// For a file to download.
    static func attachment(fileName name: String) -> String { value("attachment", name) }

    private static func value(_ type: String, _ fileName: String) -> String {
        let name = fileName.visibleFileName
        let plain = name.unicodeScalars.map { scalar in
            isPlain(scalar) ? Character(scalar) : "_"
        }
        return "\(type); filename=\"\(String(plain))\"; filename*=UTF-8''\(escaped(name))"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F
            && !"\"\\/%".unicodeScalars.contains(scalar)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII,
                scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
                    || "-._~".unicodeScalars.contains(scalar)
            {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }
}
