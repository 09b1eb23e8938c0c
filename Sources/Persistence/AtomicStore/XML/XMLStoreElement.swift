/// An element of an XML store with all that is in it.
struct XMLStoreElement {
    var name: String
    var attributes: [String: String]
    var line: Int
    var text = ""
    var children: [XMLStoreElement] = []

    func fault(_ reason: String) -> AtomicStoreFault { AtomicStoreFault("line \(line): \(reason)") }

    /// The text without spaces around it.
    var trimmedText: String {
        let bytes = text.utf8.drop { XMLScanner.isSpace($0) }
        let end = bytes.lastIndex { !XMLScanner.isSpace($0) }
        return end.map { String(text[bytes.startIndex...$0]) } ?? ""
    }
}

extension XMLScanner {
    /// Reads the rest of an element whose start was read.
    mutating func element(
        named name: String, _ attributes: [String: String], line: Int
    ) throws -> XMLStoreElement {
        var element = XMLStoreElement(name: name, attributes: attributes, line: line)
        var text: [UInt8] = []
        while let event = try next() {
            switch event {
            case .start(let name, let attributes, let line):
                element.children.append(try self.element(named: name, attributes, line: line))
            case .text(let bytes):
                text += bytes
            case .end:
                element.text = String(decoding: text, as: UTF8.self)
                return element
            }
        }
        throw fault("<\(name)> is not closed")
    }
}
