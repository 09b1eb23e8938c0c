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

    @Test("The source of a small model is generated")
    func smallModel() throws {
        let model = try ManagedObjectModel(xml: small.bytes)

        let file = try SwiftGenerator(model, modelName: "Stock List").singleFile()

        #expect(file.name == "Stock List+Properties.swift")
        #expect(
            file.text == #"""
                // Generated from the model Stock List. Changes to this file are lost when it is generated again.

                // A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

                #if hasFeature(InternalImportsByDefault)
                    public import Persistence
                #else
                    import Persistence
                #endif

                nonisolated extension Item {
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
                nonisolated public class Kind: ManagedObject {}

                nonisolated extension Kind {
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
                nonisolated public let stockListModelClasses: [ManagedObjectClass] = [
                    ManagedObjectClass(
                        entityName: "Item", objectClass: Item.self,
                        properties: [
                            ("kind", \Item.kind),
                            ("total", \Item.total),
                            ("value", \Item.value),
                        ]),
                    ManagedObjectClass(
                        entityName: "Kind", objectClass: Kind.self,
                        properties: [
                            ("items", \Kind.items),
                            ("label", \Kind.label),
                        ]),
                ]

                """#)
    }

    @Test("A list with one element has no trailing comma, like in swift-format")
    func oneElement() throws {
        var entity = EntityDescription("Count")
        entity.attributes = [AttributeDescription("last", .integer64, isOptional: false)]

        let file = try SwiftGenerator(ManagedObjectModel(entities: [entity]), modelName: "Counts")
            .singleFile()

        #expect(
            file.text.contains(
                #"""
                        properties: [
                            ("last", \Count.last)
                        ])
                ]
                """#))
    }

    @Test(
        "Each attribute type has a property",
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
        "Ordered relationships, fetched properties and inherited key paths are generated",
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
            "nonisolated public class Book: Product {}",
            #"("home.position.x", \Book.homePositionX),"#,
            #"("stock", \Book.stock),"#,
        ])
    func relationships(source: String) throws {
        #expect(try text(of: SampleModel.everything).contains(source))
    }

    /// The spelling of a class in a model, and its type in the generated source. The compiler
    /// checks that the type exists and that its values are sendable.
    struct ClassSpelling: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let source: String

        init<Value: Sendable>(_ spelling: String, _ source: String, _ type: Value.Type) {
            testDescription = spelling
            self.source = source
        }
    }

    @Test("Class names in models are converted to Swift types", arguments: classSpellings)
    func classes(_ spelling: ClassSpelling) throws {
        let text = try text(ofClass: spelling.testDescription)

        #expect(text.contains("public var a: \(spelling.source)? {"), "\(text)")
        #expect(text.contains("get { transformed(at: 0, as: \(spelling.source).self) }"))
    }

    static let classSpellings: [ClassSpelling] = [
        .init("NSArray", "[any Sendable]", [any Sendable].self),
        .init(".NSArray", "[any Sendable]", [any Sendable].self),
        .init("NSMutableArray", "[any Sendable]", [any Sendable].self),
        .init("NSArray<NSString>", "[String]", [String].self),
        .init("NSOrderedSet", "[any Sendable]", [any Sendable].self),
        .init("NSDictionary", "[String: any Sendable]", [String: any Sendable].self),
        .init("Foundation.NSDictionary", "[String: any Sendable]", [String: any Sendable].self),
        .init("[String:Any]", "[String: any Sendable]", [String: any Sendable].self),
        .init("[String: Any]", "[String: any Sendable]", [String: any Sendable].self),
        .init("[AnyHashable : Any]", "[String: any Sendable]", [String: any Sendable].self),
        .init("Dictionary<String, Any>", "[String: any Sendable]", [String: any Sendable].self),
        .init("[[String: Any]]?", "[[String: any Sendable]]", [[String: any Sendable]].self),
        .init("[NSNumber]", "[any Sendable]", [any Sendable].self),
        .init("[String?]", "[String?]", [String?].self),
        .init("[Any?]", "[(any Sendable)?]", [(any Sendable)?].self),
        .init("Optional<[Int]>", "[Int]", [Int].self),
        .init("Array<Double>", "Array<Double>", [Double].self),
        .init("Set<String>", "Set<String>", Set<String>.self),
        .init("Set<NSString>", "Set<String>", Set<String>.self),
        .init("Set<AnyHashable>", "(any Sendable)", (any Sendable).self),
        .init("NSSet", "(any Sendable)", (any Sendable).self),
        .init("NSObject", "(any Sendable)", (any Sendable).self),
        .init("Any", "(any Sendable)", (any Sendable).self),
        .init("NSCoding", "(any Sendable)", (any Sendable).self),
        .init("NSNumber", "(any Sendable)", (any Sendable).self),
        .init("NSPredicate", "(any Sendable)", (any Sendable).self),
        .init("any Error", "(any Error)", (any Error).self),
        .init(
            "any SwiftGeneratorTests.Shade", "(any SwiftGeneratorTests.Shade & Sendable)",
            (any SwiftGeneratorTests.Shade & Sendable).self),
        .init("NSString", "String", String.self),
        .init("Swift.String", "String", String.self),
        .init("NSData", "Data", Data.self),
        .init("NSDate", "Date", Date.self),
        .init("NSURL", "URL", URL.self),
        .init("NSUUID", "UUID", UUID.self),
        .init("NSDecimalNumber", "Decimal", Decimal.self),
        .init("IndexSet", "IndexSet", IndexSet.self),
        .init("NSMutableIndexSet", "IndexSet", IndexSet.self),
        .init("NSIndexPath", "IndexPath", IndexPath.self),
        .init("NSDateComponents", "DateComponents", DateComponents.self),
        .init("NSDateInterval", "DateInterval", DateInterval.self),
        .init("NSTimeZone", "TimeZone", TimeZone.self),
        .init("NSLocale", "Locale", Locale.self),
        .init("NSCalendar", "Calendar", Calendar.self),
        .init("NSCharacterSet", "CharacterSet", CharacterSet.self),
        .init("NSURLComponents", "URLComponents", URLComponents.self),
        .init("NSURLQueryItem", "URLQueryItem", URLQueryItem.self),
        .init("NSPersonNameComponents", "PersonNameComponents", PersonNameComponents.self),
        .init("NSAttributedString", "AttributedString", AttributedString.self),
        .init("NSMutableAttributedString", "AttributedString", AttributedString.self),
        .init("CGRect", "CGRect", CGRect.self), .init("CGPoint", "CGPoint", CGPoint.self),
        .init("CGSize", "CGSize", CGSize.self), .init("CGFloat", "CGFloat", CGFloat.self),
        .init("NSRange", "NSRange", NSRange.self), .init("NSError", "NSError", NSError.self),
        .init("AffineTransform", "AffineTransform", AffineTransform.self),
        .init("TimeInterval", "TimeInterval", TimeInterval.self),
        .init("Measurement<UnitLength>", "Measurement<UnitLength>", Measurement<UnitLength>.self),
        .init("ClosedRange<Int>", "ClosedRange<Int>", ClosedRange<Int>.self),
        .init("Duration", "Duration", Duration.self),
        .init("SwiftGeneratorTests.Palette", "SwiftGeneratorTests.Palette", Palette.self),
        .init("Array", "[any Sendable]", [any Sendable].self),
        .init("Dictionary", "[String: any Sendable]", [String: any Sendable].self),
        .init("BOOL", "Bool", Bool.self), .init("NSUInteger", "UInt", UInt.self),
        .init("CFStringRef", "String", String.self), .init("NSMutableData", "Data", Data.self),
        .init("CoreGraphics.CGPoint", "CGPoint", CGPoint.self),
        .init("UnitLength", "UnitLength", UnitLength.self),
        .init("UnitVolume", "UnitVolume", UnitVolume.self),
        .init("Dimension", "Dimension", Dimension.self), .init("Unit", "Unit", Unit.self),
        .init("JSONDecoder", "JSONDecoder", JSONDecoder.self),
        .init("DateFormatter", "DateFormatter", DateFormatter.self),
        .init("NumberFormatter", "NumberFormatter", NumberFormatter.self),
        .init("Progress", "Progress", Progress.self),
        .init("StringTransform", "StringTransform", StringTransform.self),
        .init("NSOrderedSet<NSDate>", "[Date]", [Date].self),
        .init(
            "Result<Any, Error>", "Result<any Sendable, any Error>",
            Result<any Sendable, any Error>.self),
    ]

    @Test(
        "Classes that are not Sendable, or not available on Linux, are generated as any Sendable",
        arguments: [
            "NSCountedSet", "NSCache", "NSCache<NSString, NSData>", "NSHashTable",
            "NSHashTable<AnyObject>", "NSMapTable", "NSMapTable<Tag, Tag>", "NSDateFormatter",
            "NSUserDefaults", "NSManagedObjectID", "NSColor", "Formatter", "ByteCountFormatter",
            "UserDefaults", "URLResponse", "Set", "Range", "Measurement", "ClosedRange<Any>",
            "Measurement<Any>", "KeyPath<A, B>", "any Collection", "Comparable", "Predicate<Int>",
            "ValueTransformer", "any Codable", "any Identifiable",
        ])
    func anything(spelling: String) throws {
        let text = try text(ofClass: spelling)

        #expect(text.contains("public var a: (any Sendable)? {"), "\(text)")
        #expect(!text.contains("import Foundation"))
    }

    /// An application's class.
    struct Palette: Sendable {}
    protocol Shade {}

    @Test(
        "Foundation is only imported for its types",
        arguments: [
            ("IndexSet", true), ("NSArray", false), ("[NSDate]", true), ("Palette", false),
            ("[String: CGRect]", true), ("Measurement<UnitLength>", true), ("NSString", false),
            ("UnitArea", true), ("Set<UnitArea>", true), ("JSONEncoder", true), ("BOOL", false),
            ("Array<Int>", false), ("UnitPrice", false),
        ])
    func imports(spelling: String, isImported: Bool) throws {
        #expect(try text(ofClass: spelling).contains("import Foundation") == isImported)
    }

    @Test(
        "An invalid type name is a fault of the attribute",
        arguments: [
            "[String", "String]", "[String: ]", "[:]", "Array<", "Array<Int", "a b", "1x", "?",
            "any", "X.", "X; import Glibc", "NSArray *", "(Int, Int)", "Self", "Type", "Protocol",
            "X.Type", "[Self]", "X.self",
            String(repeating: "[", count: 100) + "X" + String(repeating: "]", count: 100),
        ])
    func noType(spelling: String) throws {
        let error = #expect(throws: ModelError.self) { try text(ofClass: spelling) }

        #expect(
            error?.description.contains("A.a: its class \"\(spelling)\" is not a type") == true)
    }

    private func text(ofClass spelling: String) throws -> String {
        var entity = EntityDescription("A")
        var attribute = AttributeDescription("a", .transformable, isOptional: false)
        attribute.customClassName = spelling
        entity.attributes = [attribute]
        return try SwiftGenerator(ManagedObjectModel(entities: [entity]), modelName: "M")
            .singleFile().text
    }

    @Test("An attribute without a type has a slot but no property")
    func untypedAttribute() throws {
        let text = try text(of: SampleModel.everything)

        #expect(!text.contains("var memo"))
        #expect(text.contains("(\"memo\", nil),\n"))
    }

    @Test("A file for each entity has the imports it needs")
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
        "Names that are invalid in generated source are errors",
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
            (
                #"<entity name="A"><attribute name="a" attributeType="Transformable" "#
                    + #"customClassName="[A]"/></entity>"#,
                "A.a: its class A is one of managed objects, not of values"
            ),
            (
                #"<entity name="A"><attribute name="a" attributeType="Transformable" "#
                    + #"customClassName="ManagedObject"/></entity>"#,
                "A.a: its class ManagedObject is one of managed objects, not of values"
            ),
        ])
    func faults(body: String, fault: String) throws {
        let model = try ManagedObjectModel(xml: SampleModel.xml(body).bytes)

        let error = #expect(throws: ModelError.self) {
            try SwiftGenerator(model, modelName: "Shop")
        }

        #expect(error?.description.contains(fault) == true, "\(String(describing: error))")
    }

    @Test("A model with errors is not generated")
    func faultyModel() {
        let model = ManagedObjectModel(entities: [EntityDescription("A", superentityName: "B")])

        #expect(throws: ModelError.self) { try SwiftGenerator(model, modelName: "Shop") }
    }

    private func text(of xml: String) throws -> String {
        try SwiftGenerator(ManagedObjectModel(xml: xml.bytes), modelName: "Shop").singleFile().text
    }
}
