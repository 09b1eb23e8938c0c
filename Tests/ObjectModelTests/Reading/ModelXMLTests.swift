import Foundation
import ObjectModel
import Testing

struct ModelXMLTests {
    @Test("Malformed XML is reported with file and line")
    func brokenXML() {
        let text = "<model>\n<entity name=\"A\">\n</model>"

        let error = #expect(throws: ModelError.self) {
            try ManagedObjectModel(xml: text.bytes, source: "Shop/contents")
        }

        #expect(
            error?.description
                == "Shop/contents:3: error: the end tag </model> does not match "
                + "the start tag <entity>")
    }

    @Test("Another XML document is refused")
    func anotherDocument() {
        let error = #expect(throws: ModelError.self) {
            try ManagedObjectModel(xml: "<svg/>".bytes)
        }

        #expect(error?.faults.first?.message.contains("begins with <svg>") == true)
    }

    @Test(
        "A file that is not XML is refused",
        arguments: [Data(), Data([0xFF, 0xFE, 0x00]), Data("bplist00".utf8), Data("<model".utf8)])
    func noXML(bytes: Data) {
        #expect(throws: ModelError.self) { try ManagedObjectModel(xml: bytes) }
    }

    @Test("A document type is refused, so that entities can neither expand nor read files")
    func documentType() throws {
        let directory = try TemporaryDirectory()
        let secret = try directory.write("secret", to: "secret")
        let texts = [
            "<!DOCTYPE m [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><model name=\"&b;\"/>",
            "<!DOCTYPE m [<!ENTITY x SYSTEM \"file://\(secret)\">]><model>&x;</model>",
            "<!DOCTYPE m [<!ELEMENT model ANY>]><model/>",
            "\u{FEFF}<?xml version='1.0'?>\n<!-- <model> --> <?x?>\n<!DOCTYPE m><model/>",
        ]

        for text in texts {
            let error = #expect(throws: ModelError.self) {
                try ManagedObjectModel(xml: text.bytes)
            }
            #expect(error?.faults.first?.message.contains("document type") == true)
        }
    }

    @Test(
        "A processing instruction is refused with its line",
        arguments: ["<?x?>", "<!-- \n--><?x y?>", "<![CDATA[<?x?>]]>\n<?xml?>"])
    func processingInstruction(text: String) throws {
        let xml = "<?xml version=\"1.0\"?><model>\n<!-- <?x?> -->\n\(text)</model>"

        let error = try #require(
            #expect(throws: ModelError.self) { try ManagedObjectModel(xml: xml.bytes) })

        let fault = try #require(error.faults.first)
        #expect(fault.message.contains("processing instruction"))
        #expect(fault.line == 3 + text.count { $0 == "\n" })
    }

    @Test("Encodings other than UTF-8 are refused")
    func otherEncoding() {
        let text = "<?xml version='1.0' encoding='UTF-7'?><model/>"

        let error = #expect(throws: ModelError.self) { try ManagedObjectModel(xml: text.bytes) }

        #expect(error?.faults.first?.message.contains("the encoding UTF-7") == true)
    }

    @Test(
        "The error of malformed XML has the reason",
        arguments: [
            ("<model a='1' a='2'/>", "an attribute occurs twice"),
            ("<model a='<'/>", "an attribute holds a \"<\""),
            ("<model>&x;</model>", "an entity that is not declared"),
            ("hello", "does not begin with an element"),
            ("<model>", "<model> of line 1 is not closed"),
            ("<model/><model/>", "a second document element"),
        ])
    func namedFaults(text: String, reason: String) {
        let error = #expect(throws: ModelError.self) { try ManagedObjectModel(xml: text.bytes) }

        #expect(error?.faults.first?.message.contains(reason) == true)
    }

    @Test("A file that is too large is refused without reading it")
    func tooLarge() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("", to: "contents")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()

        let error = #expect(throws: ModelError.self) { try ManagedObjectModel(contentsOf: path) }

        #expect(error?.faults.first?.message.contains("larger than 16 MB") == true)
    }

    @Test("Deeply nested elements are refused")
    func tooDeep() {
        let text =
            "<model>" + String(repeating: "<a>", count: 200)
            + String(repeating: "</a>", count: 200) + "</model>"

        let error = #expect(throws: ModelError.self) { try ManagedObjectModel(xml: text.bytes) }

        #expect(error?.faults.first?.message.contains("nested deeper") == true)
    }
}
