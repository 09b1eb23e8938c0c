/// The headers of one part of a `multipart/form-data` body (RFC 7578, 4.2).
struct MultipartPart: Sendable, Equatable {
    /// The name of its field.
    let name: String
    /// The name of its file without folders; nil if the part is no file.
    let fileName: String?

    /// Reads the headers of a part.
    init(headers: String) throws(MultipartParser.Malformed) {
        var disposition: ContentType?
        for line in headers.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw .init("A part has a header without a colon.")
            }
            let name = line[..<colon].lowercased()
            let value = String(line[line.index(after: colon)...])
            switch name {
            case "content-disposition": disposition = ContentType(value)
            case "content-transfer-encoding": try Self.checkEncoding(value)
            default: break
            }
        }
        guard let disposition, disposition.name == "form-data" else {
            throw .init("A part has no header “Content-Disposition: form-data”.")
        }
        guard let name = disposition.parameters["name"] else {
            throw .init("A part has no name.")
        }
        self.name = Self.unescaped(name)
        fileName = disposition.parameters["filename"].map { Self.lastComponent(Self.unescaped($0)) }
    }

    /// RFC 7578, 4.7 deprecates encodings, and nothing sends them.
    private static func checkEncoding(_ value: String) throws(MultipartParser.Malformed) {
        let encoding = ContentType(value).name
        guard ["7bit", "8bit", "binary"].contains(encoding) else {
            throw .init("A part has the encoding \(FormText.shown(encoding)); send it as it is.")
        }
    }

    /// Browsers escape what would end a quoted name (HTML, “multipart/form-data encoding
    /// algorithm”).
    private static func unescaped(_ name: String) -> String {
        guard name.contains("%") else { return name }
        return name.split(separator: "%22", omittingEmptySubsequences: false).joined(
            separator: "\""
        )
        .split(separator: "%0D%0A", omittingEmptySubsequences: false).joined(separator: "\n")
        .split(separator: "%0A", omittingEmptySubsequences: false).joined(separator: "\n")
    }

    private static func lastComponent(_ path: String) -> String {
        path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    }
}
