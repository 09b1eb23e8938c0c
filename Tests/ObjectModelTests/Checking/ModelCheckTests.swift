import Foundation
import ObjectModel
import Testing

struct ModelCheckTests {
    /// A model with one fault, and the expected report.
    struct Case: CustomTestStringConvertible, Sendable {
        var severity: ModelFault.Severity = .error
        var body: String
        var fault: String

        init(_ body: String, _ fault: String, _ severity: ModelFault.Severity = .error) {
            self.body = body
            self.fault = fault
            self.severity = severity
        }

        var testDescription: String { fault }

        /// An entity `A` with some properties.
        static func entity(
            _ body: String, _ fault: String, _ severity: ModelFault.Severity = .error
        ) -> Case {
            Case("<entity name=\"A\">\(body)</entity>", fault, severity)
        }

        /// An entity `A` with an attribute `a` of a type that names its sort key, and an attribute
        /// `b`.
        static func sortKey(
            _ name: String, _ type: String, _ fault: String,
            _ other: String = #"attributeType="Binary" optional="YES""#
        ) -> Case {
            entity(
                """
                <attribute name="a" attributeType="\(type)"><userInfo>\
                <entry key="sortKey" value="\(name)"/></userInfo></attribute>
                <attribute name="b" \(other)/>
                """, "A.a: \(fault)")
        }

        /// An entity `A` with an attribute `a`.
        static func attribute(
            _ settings: String, _ fault: String, _ severity: ModelFault.Severity = .error
        ) -> Case {
            entity("<attribute name=\"a\" \(settings)/>", "A.a: \(fault)", severity)
        }
    }

    @Test("A valid sort key is not a fault")
    func sortKey() throws {
        let example = Case.sortKey("b", "String", "")
        let reading = try ModelReading(
            xml: SampleModel.xml(example.body).bytes, source: "contents")

        #expect(reading.faults.filter { $0.severity == .error }.isEmpty)
        #expect(reading.model.entities[0].attributes[0].sortKeyName == "b")
    }

    @Test("A faulty entity is reported", arguments: entityCases)
    func entities(_ example: Case) throws { try expect(example) }

    static let entityCases: [Case] = [
        Case(
            "<entity name=\"A\"/><entity name=\"A\"/>", "A: there is more than one entity of this"),
        Case("<entity name=\"A\"/><entity name=\"a\"/>", "A and a differ only in case", .warning),
        Case("<entity name=\"A B\"/>", "A B: \"A B\" is not a name that Swift can have"),
        Case(
            "<entity name=\"A\" representedClassName=\"a-b\"/>",
            "A: its class \"a-b\" is not a name"),
        Case("<entity name=\"A\" parentEntity=\"B\"/>", "A: its parent B is not in the model"),
        Case(
            "<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/>",
            "A: it inherits from itself: A → B → A"),
        Case(
            "<entity name=\"A\" representedClassName=\"B\"/><entity name=\"B\"/>",
            "more than one entity has the class B", .warning),
        .entity(
            #"<attribute name="a" attributeType="Date"/><attribute name="a" attributeType="Date"/>"#,
            "A.a: there is more than one property of this name"),
        .entity(
            #"<attribute name="a-b" attributeType="Date"/>"#,
            "A.a-b: \"a-b\" is not a name that Swift can have"),
        .entity(
            #"<attribute name="hash" attributeType="Date"/>"#,
            "A.hash: every managed object has a member hash already"),
        .entity(
            #"<attribute name="deleted" attributeType="Boolean"/>"#,
            "A.deleted: Core Data has a member deleted already", .warning),
        Case(
            """
            <entity name="A"><attribute name="a" attributeType="Date"/></entity>
            <entity name="B" parentEntity="A"><attribute name="a" attributeType="Date"/></entity>
            """, "B.a: the ancestor A has a property of this name"),
        Case(
            "<entity name=\"A\" codeGenerationType=\"struct\"/>",
            "A: codeGenerationType is \"struct\"", .warning),
    ]

    @Test("A faulty attribute is reported", arguments: attributeCases)
    func attributes(_ example: Case) throws { try expect(example) }

    static let attributeCases: [Case] = [
        .attribute("", "an attribute without a type has to be transient"),
        .attribute(
            #"attributeType="ObjectID""#, "an attribute of type ObjectID has to be transient"),
        .attribute(
            #"attributeType="Integer 16" minValueString="3" maxValueString="2""#,
            "the minimum 3 is greater than the maximum 2: no value is valid", .warning),
        .attribute(
            #"attributeType="Double" minValueString="1e200" maxValueString="1e190""#,
            "the minimum 1e200 is greater than the maximum 1e190: no value is valid", .warning),
        .attribute(
            #"attributeType="Double" maxValueString="1e200" defaultValueString="1e201""#,
            "the default value is outside its bounds", .warning),
        .attribute(
            #"attributeType="Double" maxValueString="1e400""#,
            "the maximum \"1e400\" is not a number, and is ignored", .warning),
        .attribute(
            #"attributeType="Double" minValueString="1,5""#,
            "the minimum \"1,5\" is not a number, and is ignored", .warning),
        .attribute(
            #"attributeType="String" minValueString="-1""#, "the minimum length -1 is negative",
            .warning),
        .attribute(
            #"attributeType="String" maxValueString="1.5""#,
            "the maximum \"1.5\" is not a length, and is ignored", .warning),
        .attribute(
            #"attributeType="Date" minDateTimeInterval="2" maxDateTimeInterval="1""#,
            "the earliest date is later than the latest date: no date is valid", .warning),
        .attribute(
            #"attributeType="Integer 32" defaultValueString="many""#,
            "the default \"many\" is read as 0 for type Integer 32", .warning),
        .attribute(
            #"attributeType="Integer 32" defaultValueString="1.5""#,
            "the default \"1.5\" is read as 1 for type Integer 32", .warning),
        .attribute(
            #"attributeType="Integer 16" defaultValueString="40000""#,
            "the default \"40000\" is not a value of type Integer 16: new objects have none",
            .warning),
        .attribute(
            #"attributeType="Double" defaultValueString="1e400""#,
            "the default \"1e400\" is not a value of type Double: new objects have none", .warning),
        .attribute(
            #"attributeType="Decimal" defaultValueString="1e200""#,
            "the default \"1e200\" is not a value of type Decimal: new objects have none",
            .warning),
        .attribute(
            #"attributeType="Integer 64" defaultValueString="1e-400""#,
            "the default \"1e-400\" is read as 0 for type Integer 64", .warning),
        .attribute(
            #"attributeType="Double" defaultValueString="1e3 m""#,
            "the default \"1e3 m\" is read as 1000 for type Double", .warning),
        .attribute(
            #"attributeType="Date" defaultDateTimeInterval="soon""#,
            "defaultDateTimeInterval is \"soon\", which is not a number of seconds since 2001, and "
                + "is ignored", .warning),
        .attribute(
            #"attributeType="Integer 32" defaultValueString="YES""#,
            "the default \"YES\" is read as 1 for type Integer 32", .warning),
        .attribute(
            #"attributeType="Boolean" defaultValueString="0.0""#,
            "the default \"0.0\" is read as NO for type Boolean", .warning),
        .attribute(
            #"attributeType="Boolean" defaultValueString="2""#,
            "the default \"2\" is read as YES for type Boolean", .warning),
        .attribute(
            #"attributeType="Boolean" defaultValueString="""#,
            "the default \"\" is not a value of type Boolean: new objects have none", .warning),
        .attribute(
            #"attributeType="UUID" defaultValueString="none""#,
            "the default \"none\" is not a value of type UUID: new objects have none", .warning),
        .sortKey("key", "String", "its sort key key is not an attribute of the entity"),
        .sortKey(
            "b", "Date", "only a text that is in the store, and not derived, has a sort key"),
        .sortKey(
            "b", "String",
            "its sort key b is not an optional Binary attribute in the store itself",
            #"attributeType="Binary""#),
        .sortKey(
            "b", "String",
            "its sort key b is not an optional Binary attribute in the store itself",
            #"attributeType="String" optional="YES""#),
        .entity(
            """
            <attribute name="a" attributeType="String"><userInfo><entry key="sortKey" value="c"/></userInfo></attribute>
            <attribute name="b" attributeType="String"><userInfo><entry key="sortKey" value="c"/></userInfo></attribute>
            <attribute name="c" attributeType="Binary" optional="YES"/>
            """, "A.a: another attribute has the sort key c too"),
        .attribute(
            #"attributeType="Double" derived="YES" derivationExpression="now()""#,
            "now() derives a date: a Double gets its seconds since 2001", .warning),
        .attribute(
            #"attributeType="Integer 32" defaultValueString="5" maxValueString="4""#,
            "the default value is outside its bounds", .warning),
        .attribute(
            #"attributeType="String" defaultValueString="abc" maxValueString="2""#,
            "the default value is outside its bounds", .warning),
        .attribute(
            #"attributeType="Date" defaultDateTimeInterval="9" maxDateTimeInterval="2""#,
            "the default value is outside its bounds", .warning),
        .attribute(
            #"attributeType="String" regularExpressionString="[a""#,
            "\"[a\" is not a regular expression: no text is valid", .warning),
        .attribute(
            #"attributeType="String" transient="YES" derived="YES" derivationExpression="now()""#,
            "a derived attribute cannot be transient"),
        .attribute(
            #"attributeType="String" derived="YES" derivationExpression="now()""#,
            "now() derives a date: stores may not keep it for type String", .warning),
        .attribute(
            #"attributeType="String" derived="YES" derivationExpression="canonical:(b)""#,
            "the derivation \"canonical:(b)\" names b, which A does not have"),
        .attribute(
            #"attributeType="String" derived="YES" derivationExpression="shout:(a)""#,
            "the derivation \"shout:(a)\" calls a function that stores may not know", .warning),
        .attribute(
            #"attributeType="String" derived="YES" derivationExpression=" ""#,
            "the derivation is empty"),
        .attribute(
            #"attributeType="Composite" compositeName="X""#,
            "its composite attribute X is not in the model"),
        .attribute(
            #"attributeType="Transformable""#, "it names no value transformer", .warning),
        .attribute(
            #"attributeType="String" usesScalarValueType="YES""#,
            "usesScalarValueType has no effect on type String", .warning),
        .attribute(
            #"attributeType="URI" spotlightIndexingEnabled="YES""#,
            "spotlightIndexingEnabled has no effect on type URI", .warning),
        .attribute(
            #"attributeType="String" transient="YES" spotlightIndexingEnabled="YES""#,
            "a transient attribute is not in the store, and is not indexed in Spotlight", .warning),
        .attribute(
            #"attributeType="UUID" minValueString="1""#,
            "minValueString has no effect on type UUID", .warning),
        .attribute(
            #"attributeType="Date" allowsExternalBinaryDataStorage="YES""#,
            "allowsExternalBinaryDataStorage has no effect on type Date", .warning),
    ]

    @Test(
        "An unknown XML attribute is reported with the correct name",
        arguments: [
            (#"<relationship name="r" deleteRule="Cascade" "#, "A.r: deleteRule", "deletionRule"),
            (#"<relationship name="r" isOptional="YES" "#, "A.r: isOptional", "optional"),
            (#"<relationship name="r" inverse="s" "#, "A.r: inverse", "inverseName"),
            (#"<attribute name="a" isOptional="YES" "#, "A.a: isOptional", "optional"),
            (#"<attribute name="a" Optional="YES" "#, "A.a: Optional", "optional"),
            (#"<attribute name="a" defaultValue="1" "#, "A.a: defaultValue", "defaultValueString"),
            (#"<attribute name="a" default="1" "#, "A.a: default", "defaultValueString"),
            (#"<attribute name="a" minValue="1" "#, "A.a: minValue", "minValueString"),
            (#"<attribute name="a" isIndexed="YES" "#, "A.a: isIndexed", "indexed"),
            (#"<attribute name="a" transformer="T" "#, "A.a: transformer", "valueTransformerName"),
            (
                #"<attribute name="a" renamingIdentifier="b" "#, "A.a: renamingIdentifier",
                "elementID"
            ),
            (#"<fetchedProperty name="f" isOptional="YES" "#, "A.f: isOptional", "optional"),
            (
                #"<fetchIndex name="i" predicate="a > 1" "#, "A.i: predicate",
                "partialIndexPredicate"
            ),
            (#"<attribute name="a" shoeSize="44" "#, "A.a: shoeSize", nil),
        ] as [(String, String, String?)])
    func unknownAttributes(beginning: String, place: String, word: String?) throws {
        let xml = SampleModel.xml("<entity name=\"A\">\(beginning)/></entity>")

        let reading = try ModelReading(xml: xml.bytes)

        let message =
            "\(place) is not known here, and has no effect"
            + (word.map { ": \($0) may be meant" } ?? "")
        #expect(
            reading.faults.contains { $0.description == "contents:3: warning: \(message)" },
            "\(reading.faults)")
        #expect(reading.model.xmlText.contains(beginning.split(separator: " ").last ?? ""))
    }

    @Test("A model that Core Data accepts has only warnings, and is written unchanged")
    func shippingApp() throws {
        let xml = SampleModel.xml(
            """
                <entity name="Owner" representedClassName="Owner" syncable="YES" codeGenerationType="class">
                    <relationship name="settings" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Setting" inverseName="owner" inverseEntity="Setting"/>
                </entity>
                <entity name="Setting" representedClassName="Setting" syncable="YES" codeGenerationType="class">
                    <attribute name="isOn" optional="YES" attributeType="Boolean" defaultValueString="0.0" usesScalarValueType="YES"/>
                    <attribute name="saved" optional="YES" attributeType="Double" derived="YES" derivationExpression="now()" usesScalarValueType="YES"/>
                    <attribute name="since" optional="YES" attributeType="Date" defaultDateTimeInterval="today" usesScalarValueType="NO"/>
                    <attribute name="size" optional="YES" attributeType="Double" defaultValueString="1e400" usesScalarValueType="NO"/>
                    <attribute name="token" optional="YES" attributeType="UUID" defaultValueString="none" usesScalarValueType="NO"/>
                    <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" ordered="YES" destinationEntity="Owner" inverseName="settings" inverseEntity="Owner"/>
                </entity>
            """)

        let reading = try ModelReading(xml: xml.bytes)

        #expect(reading.faults.allSatisfy { $0.severity == .warning })
        #expect(
            reading.faults.compactMap(\.propertyName)
                == ["since", "isOn", "saved", "size", "token", "owner"])
        #expect(reading.model.xmlText == xml)
    }

    @Test("A composite attribute can have no elements")
    func emptyComposite() throws {
        let text = SampleModel.xml(
            #"<entity name="A"><attribute name="c" attributeType="Composite" composite="C"/></entity>"#
                + #"<composite name="C"/>"#)
        #expect(try ManagedObjectModel(xml: text.bytes).propertySlots(of: "A") == [])
    }

    @Test("A faulty composite attribute is reported", arguments: compositeCases)
    func composites(_ example: Case) throws { try expect(example) }

    static let compositeCases: [Case] = [
        Case(
            #"<compositeAttribute name="C"><attribute name="c" attributeType="Composite"/>"#
                + "</compositeAttribute>", "C: the composite attribute is a part of itself"),
        Case(
            (0..<5).map { level in
                let type = level == 4 ? "String" : "Composite"
                let parts = (0..<10).map {
                    "<attribute name=\"p\($0)\" attributeType=\"\(type)\" compositeName=\"C\(level + 1)\"/>"
                }
                return
                    "<compositeAttribute name=\"C\(level)\">\(parts.joined())</compositeAttribute>"
            }.joined(), "C0: the composite attribute has more than 1000 parts"),
        Case(
            #"<compositeAttribute name="C"><attribute name="p" attributeType="Date"/>"#
                + #"<attribute name="p" attributeType="Date"/></compositeAttribute>"#,
            "C.p: there is more than one part of this name"),
    ]

    @Test("A faulty relationship is reported", arguments: relationshipCases)
    func relationships(_ example: Case) throws { try expect(example) }

    static let relationshipCases: [Case] = [
        .entity(
            #"<relationship name="r" maxCount="1" destinationEntity="B"/>"#,
            "A.r: its destination B is not in the model"),
        .entity(
            #"<relationship name="r" maxCount="1" destinationEntity="A" inverseName="q"/>"#,
            "A.r: its inverse A.q is not a relationship of the model"),
        .entity(
            """
            <relationship name="r" maxCount="1" destinationEntity="A" inverseName="s"/>
            <relationship name="s" maxCount="1" destinationEntity="A"/>
            """, "A.r: its inverse is A.s, whose own inverse is missing"),
        Case(
            """
            <entity name="A"><relationship name="r" maxCount="1" destinationEntity="B" \
            inverseName="s"/></entity>
            <entity name="B"><relationship name="s" maxCount="1" destinationEntity="C" \
            inverseName="r"/></entity>
            <entity name="C"/>
            """, "A.r: its inverse B.s leads to C instead of A"),
        .entity(
            #"<relationship name="r" maxCount="1" destinationEntity="A" inverseName="r" inverseEntity="X"/>"#,
            "A.r: the entity X of its inverse is not in the model"),
        .entity(
            #"<relationship name="r" toMany="YES" minCount="3" maxCount="2" destinationEntity="A" inverseName="r"/>"#,
            "A.r: the minimum count 3 is greater than the maximum count 2"),
        .entity(
            #"<relationship name="r" maxCount="2" destinationEntity="A" inverseName="r"/>"#,
            "A.r: a to-one relationship has the maximum count 1"),
        .entity(
            #"<relationship name="r" ordered="YES" destinationEntity="A" inverseName="r"/>"#,
            "A.r: only to-many relationships have an order", .warning),
        .entity(
            #"<relationship name="r" deletionRule="No Action" destinationEntity="A" inverseName="r"/>"#,
            "A.r: delete rule No Action may leave", .warning),
    ]

    @Test("A faulty index or constraint is reported", arguments: indexCases)
    func indexes(_ example: Case) throws { try expect(example) }

    static let indexCases: [Case] = [
        index(#"<fetchIndexElement property="b"/>"#, "the index names b, which is not a property"),
        index(
            #"<fetchIndexElement property="n"/><fetchIndexElement property="m"/>"#,
            "the index leaves out m: a to-many relationship has no column", .warning),
        .entity(
            """
            <relationship name="m" toMany="YES" destinationEntity="A" inverseName="m"/>\
            <uniquenessConstraints><uniquenessConstraint><constraint value="m"/>\
            </uniquenessConstraint></uniquenessConstraints>
            """, "A.m: the uniqueness constraint names m, which is a to-many relationship"),
        index(#"<fetchIndexElement property="t"/>"#, "the index names t, which is transient"),
        index("", "the index has no elements", .warning),
        index(
            #"<fetchIndexElement property="s" type="RTree"/>"#,
            "an R-tree cannot hold s: it is not a number"),
        index(
            #"<fetchIndexElement property="n" type="RTree"/><fetchIndexElement property="n"/>"#,
            "an index is either binary or an R-tree"),
        .entity(
            #"<fetchIndex name="i"/><fetchIndex name="i"/>"#,
            "A.i: there is more than one index of this name"),
        .entity(
            "<uniquenessConstraints><uniquenessConstraint><constraint value=\"b\"/>"
                + "</uniquenessConstraint></uniquenessConstraints>",
            "A.b: the uniqueness constraint names b, which is not a property"),
        .entity(
            "<compoundIndexes><compoundIndex><index value=\"b\"/></compoundIndex></compoundIndexes>",
            "A.b: the compound index names b, which is not a property"),
    ]

    private static func index(
        _ elements: String, _ fault: String, _ severity: ModelFault.Severity = .error
    ) -> Case {
        .entity(
            """
            <attribute name="n" attributeType="Double"/>
            <attribute name="s" attributeType="String"/>
            <attribute name="t" attributeType="String" transient="YES"/>
            <relationship name="m" toMany="YES" destinationEntity="A" inverseName="m"/>
            <fetchIndex name="i">\(elements)</fetchIndex>
            """, "A.i: \(fault)", severity)
    }

    @Test("Faults outside of entities are reported", arguments: modelCases)
    func models(_ example: Case) throws { try expect(example) }

    static let modelCases: [Case] = [
        Case(
            #"<configuration name="C"><memberEntity name="B"/></configuration>"#,
            "configuration C names an unknown entity B"),
        Case(
            #"<configuration name="C"/><configuration name="C"/>"#,
            "there is more than one configuration of the name C"),
        Case(
            #"<fetchRequest name="f" entity="B"/>"#, "fetch request f fetches an unknown entity B"),
        .entity(
            #"<fetchedProperty name="f"><fetchRequest name="x" entity="B"/></fetchedProperty>"#,
            "A.f: it fetches an unknown entity B"),
        Case(
            """
            <entity name="A"><relationship name="r" maxCount="1" destinationEntity="B" \
            inverseName="s"/></entity>
            <entity name="B"><relationship name="s" maxCount="1" destinationEntity="A" \
            inverseName="r"/></entity>
            <configuration name="C"><memberEntity name="A"/></configuration>
            """, "A.r: B, where it leads to, is not in configuration C", .warning),
    ]

    private func expect(_ example: Case) throws {
        let reading = try ModelReading(
            xml: SampleModel.xml(example.body).bytes, source: "contents")

        let fault = reading.faults.first {
            var place = $0
            (place.file, place.line) = (nil, nil)
            return place.description.hasPrefix("\(example.severity): \(example.fault)")
        }
        #expect(fault != nil, "\(reading.faults)")
        #expect(fault?.file == "contents")
    }

    @Test(
        "Valid derivation expressions have no faults",
        arguments: [
            "uppercase:(a)", "others.@count", "others.n.@sum", #"a ++ "." ++ a"#, "others.a",
        ])
    func derivations(expression: String) {
        var derived = AttributeDescription("d", .string, isOptional: false)
        derived.derivationExpression = expression
        var entity = EntityDescription("A")
        entity.attributes = [.init("a", .string), .init("n", .double), derived]
        entity.relationships = [.init(toMany: "others", "A", inverse: "others")]

        #expect(ManagedObjectModel(entities: [entity]).check() == [])
    }

    @Test("A missing inverse is a warning that names both relationships")
    func missingInverse() throws {
        var item = EntityDescription("Item")
        item.relationships = [.init(toOne: "type", "Kind")]
        var kind = EntityDescription("Kind")
        kind.relationships = [.init(toMany: "items", "Item")]

        let faults = ManagedObjectModel(entities: [item, kind]).check()

        #expect(faults.map(\.severity) == [.warning, .warning])
        #expect(
            faults.map(\.message) == [
                "it has no inverse in Kind; Kind.items could be it",
                "it has no inverse in Item; Item.type could be it",
            ])
    }

    @Test("An inverse can belong to an ancestor of the destination")
    func inheritedInverse() {
        var animal = EntityDescription("Animal")
        animal.relationships = [.init(toOne: "owner", "Person", inverse: "pets")]
        let dog = EntityDescription("Dog", superentityName: "Animal")
        var person = EntityDescription("Person")
        person.relationships = [.init(toMany: "pets", "Animal", inverse: "owner")]

        #expect(ManagedObjectModel(entities: [animal, dog, person]).check() == [])
    }

    @Test("All faults are reported at once, and validation throws the errors among them")
    func allAtOnce() {
        var item = EntityDescription("Item", superentityName: "Thing")
        item.attributes = [.init("a", .undefined), .init("hash", .string)]
        item.relationships = [.init(toOne: "owner", "Item")]
        let model = ManagedObjectModel(entities: [item])

        let error = #expect(throws: ModelError.self) { try model.validate() }

        #expect(model.check().count == 4)
        #expect(error?.faults.count == 3)
        #expect(error?.faults.map(\.propertyName) == [nil, "hash", "a"])
    }

    @Test("A model with only warnings is valid")
    func warningsAlone() throws {
        let xml = SampleModel.xml(
            #"<entity name="A"><relationship name="r" maxCount="1" destinationEntity="A"/></entity>"#
        )

        let model = try ManagedObjectModel(xml: xml.bytes)

        #expect(throws: Never.self) { try model.validate() }
        #expect(model.check().count == 1)
    }
}
