import Foundation
import ObjectModel
import Testing

@testable import Persistence

@Suite("XML stores")
struct XMLStoreTests {
    private static let model: ManagedObjectModel = {
        var boat = EntityDescription("Boat")
        boat.attributes = [
            Farm.optional("built", .date), Farm.optional("isDry", .boolean),
            Farm.optional("length", .double), Farm.optional("name", .string),
        ]
        boat.relationships = [
            RelationshipDescription(
                toMany: "oars", "Oar", inverse: "boat", isOptional: false, isOrdered: true)
        ]
        var oar = EntityDescription("Oar")
        let boatOfOar = RelationshipDescription(toOne: "boat", "Boat", inverse: "oars")
        oar.relationships = [boatOfOar]
        return ManagedObjectModel(entities: [boat, oar])
    }()

    /// A store in Core Data's format.
    private static func text(
        _ objects: String, metadata: String = "", prolog: String = #"<?xml version="1.0"?>"#
    ) -> String {
        """
        \(prolog)
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

        <database>
            <databaseInfo>
                <version>134481920</version>
                <UUID>0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F9</UUID>
                <nextObjectID>105</nextObjectID>
                <metadata>\(metadata)</metadata>
            </databaseInfo>
        \(objects)
        </database>
        """
    }

    private static let objects = """
            <object type="OAR" id="z104">
                <relationship name="boat" type="1/1" destination="BOAT" idrefs="z102"></relationship>
            </object>
            <object type="BOAT" id="z102">
                <attribute name="name" type="string">Nautilus &amp; Co &#x263A;</attribute>
                <attribute name="isdry" type="bool">1</attribute>
                <attribute name="built" type="date">274201500.83986997604370117188</attribute>
                <attribute name="length" type="double">12.5</attribute>
                <relationship name="oars" type="0/0" destination="OAR" idrefs="z104 z103"></relationship>
            </object>
            <object type="OAR" id="z103">
                <relationship name="boat" type="1/1" destination="BOAT" idrefs="z102"></relationship>
            </object>
        """

    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/Boats.xml" }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open(_ text: String) throws -> PersistentContainer {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try PersistentContainer(model: Self.model, store: .xml(path: path))
    }

    private func refusal(_ text: String) throws -> String? {
        do {
            try open(text).close()
            return nil
        } catch PersistenceError.corruptStore(path, let reason) {
            return reason
        }
    }

    @Test("Duplicates of a unique value are reported as such, and not as damage")
    func doubledValues() throws {
        let objects = """
                <object type="BOAT" id="z102"><attribute name="name">Argo</attribute></object>
                <object type="BOAT" id="z103"><attribute name="name">Argo</attribute></object>
            """
        try open(Self.text(objects)).close()
        var model = Self.model
        model.entities[0].uniquenessConstraints = [["name"]]

        #expect {
            try PersistentContainer(model: model, store: .xml(path: path)).close()
        } throws: { error in
            "\(error)"
                == "The store \(path) cannot be opened: Boat.name: it must be unique now, and "
                + "several records share “Argo”; one is the Boat 103 (line 12)."
        }
    }

    @Test("A store written by Core Data is read")
    func reading() throws {
        let container = try open(Self.text(Self.objects))

        try container.read { context in
            let boat = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Boat")).first)
            #expect(
                boat.objectID.uriRepresentation
                    == "x-coredata://0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F9/Boat/p102")
            #expect(try boat.value(forKey: "name") as? String == "Nautilus & Co ☺")
            #expect(try boat.value(forKey: "isDry") as? Bool == true)
            #expect(
                try boat.value(forKey: "built") as? Date
                    == Date(timeIntervalSinceReferenceDate: 274_201_500.83986997604370117188))
            let oars = try #require(try boat.value(forKey: "oars") as? [ManagedObject])
            #expect(oars.map(\.objectID.recordNumber) == [104, 103])
        }
        try container.close()
    }

    @Test("A store is written in Core Data’s format")
    func writing() throws {
        let container = try PersistentContainer(model: Self.model, store: .xml(path: path))
        try container.write { context in
            let boat = try ManagedObject(entityName: "Boat", context: context)
            let oar = try ManagedObject(entityName: "Oar", context: context)
            try boat.setValue("Argo <1>", forKey: "name")
            try boat.setValue(true, forKey: "isDry")
            try boat.setValue(Date(timeIntervalSinceReferenceDate: 0.5), forKey: "built")
            try boat.setValue([oar], forKey: "oars")
            try context.save()
        }
        try container.close()

        let text = try String(contentsOfFile: path, encoding: .utf8)

        let boat = text.contains(#"<object type="BOAT" id="z102">"#) ? 102 : 103
        let oar = boat == 102 ? 103 : 102
        #expect(
            text.hasPrefix(
                """
                <?xml version="1.0" standalone="yes"?>
                <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

                <database>
                    <databaseInfo>
                        <version>134481920</version>
                        <UUID>\(container.coordinator.stores[0].identifier)</UUID>
                        <nextObjectID>103</nextObjectID>
                        <metadata>
                            <plist version="1.0">
                                <dict>
                                    <key>NSPersistenceFrameworkVersion</key>
                                    <integer>847</integer>
                """))
        #expect(
            text.contains(
                """
                    <object type="BOAT" id="z\(boat)">
                        <attribute name="built" type="date">0.5</attribute>
                        <attribute name="isdry" type="bool">1</attribute>
                        <attribute name="name" type="string">Argo &lt;1&gt;</attribute>
                        <relationship name="oars" type="0/0" destination="OAR" idrefs="z\(oar)"></relationship>
                    </object>

                """))
        #expect(
            text.contains(
                """
                    <object type="OAR" id="z\(oar)">
                        <relationship name="boat" type="1/1" destination="BOAT" idrefs="z\(boat)"></relationship>
                    </object>

                """))
        #expect(text.hasSuffix("    </object>\n</database>\n"))
    }

    @Test("One side of a relationship suffices, and objects may have any ids")
    func tolerance() throws {
        let container = try open(
            Self.text(
                """
                <object type="Boat" id="boat-1"><!-- by hand --><attribute name="NAME" type="string"
                ><![CDATA[<Argo>]]></attribute>
                <relationship name="oars" type="0/0" destination="OAR" idrefs="oar-b  oar-a"/></object>
                <object type='OAR' id='oar-a'/><object type='OAR' id='oar-b'/>
                """, prolog: "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?>"))

        try container.write { context in
            #expect(try context.values("name", of: "Boat") == ["<Argo>"])
            let oars = try context.fetch(FetchRequest<ManagedObject>(entityName: "Oar"))
            #expect(try oars.allSatisfy { try $0.value(forKey: "boat") != nil })
            context.delete(oars[0])
            try context.save()
        }
        try container.close()
        #expect(try refusal(String(contentsOfFile: path, encoding: .utf8)) == nil)
    }

    @Test(
        "The error of a damaged store has the line and the cause",
        arguments: [
            (
                "type=\"BOAT\" id=\"z102\"", "type=\"SHIP\" id=\"z102\"",
                "line 14: the model has no entity SHIP"
            ),
            ("name=\"isdry\"", "name=\"iswet\"", "line 16: Boat has no attribute iswet"),
            (
                ">1</attribute>", ">maybe</attribute>",
                "line 16: Boat.isDry is “maybe”, which is no Boolean"
            ),
            (">12.5<", ">long<", "line 18: Boat.length is “long”, which is no Double"),
            (
                "idrefs=\"z104 z103\"", "idrefs=\"z104 z199\"",
                "line 19: oars refers to z199, which is not there"
            ),
            ("id=\"z103\"", "id=\"z104\"", "line 21: another record has the id z104"),
            (
                "destination=\"BOAT\" idrefs=\"z102\"", "destination=\"BOAT\" idrefs=\"z103\"",
                "line 11: Oar 104: boat refers to the Boat 103, which is not there"
            ),
            (
                "&amp;", "&nautilus;",
                "line 15: &nautilus; is an entity that is not declared"
            ),
            ("</database>", "", "line 24: <database> of line 4 is not closed"),
            ("<UUID>0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F9</UUID>", "", "line 5: there is no <UUID>"),
            ("&#x263A;", "\u{1}", "line 15: there is a character that XML does not allow"),
            (
                "</attribute>\n        <attribute name=\"isdry\"",
                "</atribute>\n        <attribute name=\"isdry\"",
                "line 15: the end tag </atribute> does not match the start tag <attribute>"
            ),
            (
                "<attribute name=\"isdry\" type=\"bool\">1",
                "<attribute name=\"name\" type=\"bool\">1",
                "line 16: Boat.name occurs twice in a record"
            ),
        ])
    func damage(text: String, other: String, reason: String) throws {
        let file = Self.text(Self.objects).replacingOccurrences(of: text, with: other)

        let refusal = try refusal(file)

        #expect(refusal == reason)
    }

    @Test(
        "A hostile document is refused",
        arguments: [
            #"<!DOCTYPE database [<!ENTITY a "b">]><database/>"#,
            #"<!DOCTYPE database SYSTEM "x" [<!ENTITY a SYSTEM "file:///etc/passwd">]><database/>"#,
            "<?xml version='1.0' encoding='UTF-16'?><database/>",
            "<?xml version='1.0'?><?php?><database/>",
            "<database>" + String(repeating: "<a>", count: 100_000),
            "<database/><database/>", "<database></database>text", "<database", "<?xml", "",
        ])
    func hostility(text: String) throws {
        let reader = Result { try XMLStoreFormat().metadata(in: Data(text.utf8)) }

        #expect(throws: XMLFault.self) { try reader.get() }
    }

    @Test("Texts with characters that XML cannot represent are preserved")
    func texts() {
        for text in [
            "\\u0041", "\\", "\\u", "\\u005c", "\u{0}\u{FFFF}\u{FFFE}", "\\\\u0000", "日本\r",
        ] {
            let escaped = XMLStoreText.escaped(text).replacingOccurrences(of: "&#13;", with: "\r")

            #expect(Array(XMLStoreText.unescaped(escaped).utf8) == Array(text.utf8))
        }
        #expect(XMLStoreText.unescaped("\\u11ffFocus") == "\\u11ffFocus")
    }
}
