import Foundation
import ObjectModel
import Testing

struct SwiftGeneratorTests {
    private let small = SampleModel.xml(
        """
        <entity name="Kind" representedClassName="Kind" codeGenerationType="class">
            <attribute name="label" attributeType="String"/>
            <relationship name="items" toMany="YES" destinationEntity="Item" inverseName="kind"/>
        </entity>
        <entity name="Item" representedClassName="Item">
            <attribute name="value" attributeType="Integer 32" usesScalarValueType="YES"/>
            <attribute name="total" attributeType="Double" optional="YES" derived="YES" \
        derivationExpression="value"/>
            <relationship name="kind" optional="YES" maxCount="1" destinationEntity="Kind" \
        inverseName="items"/>
        </entity>
        """)

    @Test("The source of a small model")
    func smallModel() throws {
        let model = try ManagedObjectModel(xml: small.bytes)

        let file = try SwiftGenerator(model, modelName: "Stock List").singleFile()

        #expect(file.name == "Stock List+Properties.swift")
        #expect(
            file.text == #"""
                // Generated from the model Stock List. Changes to this file are lost when it is generated again.

                // Classes that are not here are written by hand, or made here too if their entities have codeGenerationType="class" in the model.

                #if hasFeature(InternalImportsByDefault)
                    public import Persistence
                #else
                    import Persistence
                #endif

                extension Item {
                    public var kind: Kind? {
                        get { toOne(at: 0, as: Kind.self) }
                        set { setToOne(newValue, at: 0) }
                    }

                    public var total: Double? { optionalDouble(at: 1) }

                    public var value: Int32 {
                        get { int32(at: 2) }
                        set { setInt32(newValue, at: 2) }
                    }
                }

                /// A record of the entity Kind.
                public class Kind: ManagedObject {}

                extension Kind {
                    public var items: Set<Item> {
                        get { toMany(at: 0, as: Item.self) }
                        set { setToMany(newValue, at: 0) }
                    }

                    public func addToItems(_ object: Item) {
                        addToMany(CollectionOfOne(object), at: 0)
                    }

                    public func addToItems(_ objects: some Sequence<Item>) {
                        addToMany(objects.map { $0 }, at: 0)
                    }

                    public func removeFromItems(_ object: Item) {
                        removeFromToMany(CollectionOfOne(object), at: 0)
                    }

                    public func removeFromItems(_ objects: some Sequence<Item>) {
                        removeFromToMany(objects.map { $0 }, at: 0)
                    }

                    public var label: String? {
                        get { string(at: 1) }
                        set { setString(newValue, at: 1) }
                    }
                }

                /// The classes and key paths that are generated from the model Stock List.
                public let stockListModelClasses: [ManagedObjectClass] = [
                    ManagedObjectClass(
                        entityName: "Item", objectClass: Item.self,
                        propertySlots: [
                            "kind",
                            "total",
                            "value",
                        ],
                        keyPaths: [
                            \Item.kind: "kind",
                            \Item.total: "total",
                            \Item.value: "value",
                        ]),
                    ManagedObjectClass(
                        entityName: "Kind", objectClass: Kind.self,
                        propertySlots: [
                            "items",
                            "label",
                        ],
                        keyPaths: [
                            \Kind.items: "items",
                            \Kind.label: "label",
                        ]),
                ]

                """#)
    }

    @Test(
        "Each type of attribute has its property",
        arguments: [
            "public var big: Int64? {\n        get { optionalInt64(at: 0) }",
            "set { setOptionalInt64(newValue, at: 0) }",
            "public var colors: [String]? {\n        get { transformed(at: 1, as: [String].self) }",
            "public var date: Date? {\n        get { date(at: 2) }",
            "public var identifier: UUID? {\n        get { uuid(at: 3) }",
            "public var isNew: Bool {\n        get { bool(at: 4) }",
            "public var latitude: Double {\n        get { double(at: 5) }",
            "public var link: URL? {\n        get { url(at: 6) }",
            "public var photo: Data? {\n        get { data(at: 8) }",
            "public var price: Decimal? {\n        get { decimal(at: 9) }",
            "public var ratio: Float? {\n        get { optionalFloat(at: 10) }",
            "public var stock: Int32 {\n        get { int32(at: 12) }",
            "public var string: String? {\n        get { string(at: 13) }",
            "public var `default`: String? {\n        get { string(at: 14) }",
            "public var homePositionX: Double {\n        get { double(at: 15) }",
            "public var homeStreet: String? {\n        get { string(at: 17) }",
            "public var pageCount: Int16 { int16(at: 18) }",
        ])
    func types(source: String) throws {
        #expect(try text(of: SampleModel.everything).contains(source))
    }

    @Test(
        "Ordered relationships, fetched properties and inherited key paths have their source",
        arguments: [
            "get { orderedToMany(at: 19, as: Page.self) }",
            "set { setOrderedToMany(newValue, at: 19) }",
            "func insertIntoPages(_ object: Page, at index: Int) {\n"
                + "        insertIntoOrdered(object, at: index, slot: 19)",
            "func removeFromPages(at index: Int) {\n        removeFromOrdered(at: index, slot: 19)",
            "func movePages(from source: Int, to destination: Int) {\n"
                + "        moveInOrdered(from: source, to: destination, slot: 19)",
            "func replacePages(at index: Int, with object: Page) {\n"
                + "        replaceInOrdered(at: index, with: object, slot: 19)",
            "public var bargains: [Book] {\n        fetched(\"bargains\", as: Book.self)",
            "public class Book: Product {}",
            #"\Book.homePositionX: "home.position.x","#,
            #"\Book.stock: "stock","#,
        ])
    func relationships(source: String) throws {
        #expect(try text(of: SampleModel.everything).contains(source))
    }

    @Test("An attribute without a type has a slot but no property")
    func untypedAttribute() throws {
        let text = try text(of: SampleModel.everything)

        #expect(!text.contains("var memo"))
        #expect(text.contains("\"memo\",\n"))
    }

    @Test("There can be a file for each entity, with the imports it needs")
    func filePerEntity() throws {
        let model = try ManagedObjectModel(xml: SampleModel.everything.bytes)

        let files = try SwiftGenerator(model, modelName: "Shop").files()

        #expect(
            files.map(\.name) == [
                "Book+Properties.swift", "Page+Properties.swift", "Product+Properties.swift",
                "Shop+Model.swift",
            ])
        #expect(files.map { $0.text.contains("import Foundation") } == [false, false, true, false])
    }

    @Test(
        "The list of classes is named after the model",
        arguments: [
            ("Inventory", "inventoryModelClasses"), ("SMS Log", "smsLogModelClasses"),
            ("SMSLog", "smsLogModelClasses"), ("2nd-try", "_2ndTryModelClasses"),
        ])
    func classListName(modelName: String, expected: String) throws {
        let model = try ManagedObjectModel(xml: small.bytes)

        let text = try SwiftGenerator(model, modelName: modelName).singleFile().text

        #expect(text.contains("public let \(expected): [ManagedObjectClass]"))
    }

    @Test(
        "Names that generated source cannot have are errors",
        arguments: [
            ("<entity name=\"Data\"/>", "Data: its class Data would hide the type"),
            (
                "<entity name=\"A\" representedClassName=\"B\"/><entity name=\"B\"/>",
                "more than one entity has the class B"
            ),
            (
                #"<entity name="A"><attribute name="rowVersion" attributeType="String"/></entity>"#,
                "A.rowVersion: every managed object has a member rowVersion"
            ),
            (
                #"<entity name="A"><attribute name="cX" attributeType="Date"/>"#
                    + #"<attribute name="c" attributeType="Composite" compositeName="C"/></entity>"#
                    + #"<compositeAttribute name="C"><attribute name="x" attributeType="Date"/>"#
                    + "</compositeAttribute>",
                "A.cX: more than one generated property has this name"
            ),
            (
                #"<entity name="A"><attribute name="a" attributeType="Transformable" "#
                    + #"customClassName="X; import Glibc"/></entity>"#,
                "A.a: its class \"X; import Glibc\" is not a type"
            ),
        ])
    func faults(body: String, fault: String) throws {
        let model = try ManagedObjectModel(xml: SampleModel.xml(body).bytes)

        let error = #expect(throws: ModelError.self) {
            try SwiftGenerator(model, modelName: "Shop")
        }

        #expect(error?.description.contains(fault) == true, "\(String(describing: error))")
    }

    @Test("A model with errors generates nothing")
    func faultyModel() {
        let model = ManagedObjectModel(entities: [EntityDescription("A", superentityName: "B")])

        #expect(throws: ModelError.self) { try SwiftGenerator(model, modelName: "Shop") }
    }

    private func text(of xml: String) throws -> String {
        try SwiftGenerator(ManagedObjectModel(xml: xml.bytes), modelName: "Shop").singleFile().text
    }
}
