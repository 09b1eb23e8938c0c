import Foundation
import ObjectModel
import Testing

struct ModelReaderTests {
    private let model: ManagedObjectModel
    private let book: EntityDescription
    private let page: EntityDescription
    private let product: EntityDescription

    init() throws {
        model = try ManagedObjectModel(xml: SampleModel.everything.bytes)
        book = try #require(model["Book"])
        page = try #require(model["Page"])
        product = try #require(model["Product"])
    }

    @Test("The settings of an entity are read")
    func entitySettings() {
        #expect(book.superentityName == "Product")
        #expect(book.renamingIdentifier == "Volume")
        #expect(book.versionHashModifier == "2")
        #expect(book.codeGenerationType == "class")
        #expect(!book.isAbstract)
        #expect(product.isAbstract)
        #expect(product.userInfo == ["colour": "red"])
        #expect(product.uniquenessConstraints == [["identifier", "stock"]])
        #expect(product.compoundIndexes == [["stock", "price"]])
        #expect(page.attributes.map(\.name) == ["text"])
    }

    @Test("The class name has no module")
    func classNames() {
        #expect(model.entities.map(\.managedObjectClassName) == ["Book", "Page", "Product"])
        #expect(model.entities.map(\.representedClassName) == [".Book", "Shop.Page", "Product"])
    }

    @Test(
        "Every attribute type is read",
        arguments: [
            ("big", AttributeType.integer64), ("colors", .transformable), ("date", .date),
            ("identifier", .uuid), ("isNew", .boolean), ("latitude", .double), ("link", .uri),
            ("memo", .undefined), ("photo", .binaryData), ("price", .decimal), ("ratio", .float),
            ("stock", .integer32), ("string", .string), ("home", .composite),
            ("pageCount", .integer16),
        ])
    func attributeTypes(name: String, type: AttributeType) {
        #expect(model.allAttributes(of: "Book").first { $0.name == name }?.attributeType == type)
    }

    @Test("Validation rules and defaults of attributes are read")
    func attributeRules() throws {
        let date = try #require(product.attributes.first { $0.name == "date" })
        let price = try #require(product.attributes.first { $0.name == "price" })
        let grade = try #require(book.attributes.first { $0.name == "default" })

        #expect(date.defaultDate == Date(timeIntervalSinceReferenceDate: 0))
        #expect(date.minDate == Date(timeIntervalSinceReferenceDate: -3600))
        #expect(date.maxDate == Date(timeIntervalSinceReferenceDate: 3600.5))
        #expect(price.defaultValueString == "0.0")
        #expect(price.minValueString == "0")
        #expect(price.maxValueString == "99.5")
        #expect(grade.regularExpression == "[A-Z]")
        #expect(grade.renamingIdentifier == "grade")
        #expect(grade.versionHashModifier == "1")
        #expect(grade.userInfo == ["help": "A & B"])
    }

    @Test("The flags of attributes are read, and absent ones are off")
    func attributeFlags() {
        func names(_ flag: KeyPath<AttributeDescription, Bool>) -> [String] {
            product.attributes.filter { $0[keyPath: flag] }.map(\.name)
        }

        #expect(names(\.usesScalarValueType) == ["isNew", "latitude", "stock"])
        #expect(names(\.allowsExternalBinaryDataStorage) == ["photo"])
        #expect(names(\.preservesValueInHistoryOnDeletion) == ["identifier"])
        #expect(names(\.isTransient) == ["memo"])
        #expect(names(\.isIndexed) == ["stock"])
        #expect(!names(\.isOptional).contains("identifier"))
    }

    @Test("Transformers, custom classes and derivations are read")
    func attributeExtras() throws {
        let colors = try #require(product.attributes.first { $0.name == "colors" })
        let pageCount = try #require(book.attributes.first { $0.name == "pageCount" })

        #expect(colors.valueTransformerName == "Colors")
        #expect(colors.customClassName == "[String]")
        #expect(pageCount.derivationExpression == "pages.@count")
        #expect(pageCount.isDerived)
    }

    @Test("Relationships are read with their counts, order and delete rules")
    func relationships() throws {
        let pages = try #require(book.relationships.first)
        let back = try #require(page.relationships.first)
        let rivals = try #require(product.relationships.first)

        #expect(pages.isToMany && pages.isOrdered && pages.isOptional)
        #expect((pages.minCount, pages.maxCount) == (1, 900))
        #expect(pages.deleteRule == .cascade)
        #expect((pages.destinationEntity, pages.inverseName) == ("Page", "book"))
        #expect(!back.isToMany && back.maxCount == 1 && back.deleteRule == .nullify)
        #expect(rivals.isTransient && rivals.deleteRule == .deny && rivals.maxCount == 0)
        #expect(page.relationships.last?.deleteRule == .noAction)
    }

    @Test("Indexes are read with their elements, order and predicate")
    func indexes() throws {
        let byDefault = try #require(book.indexes.first)
        let byPosition = try #require(book.indexes.last)

        #expect(byDefault.partialIndexPredicateFormat == "default != nil")
        #expect(byDefault.elements.map(\.propertyName) == ["default", nil])
        #expect(byDefault.elements.map(\.isAscending) == [false, true])
        #expect(byDefault.elements.last?.expression == "uppercase:(default)")
        #expect(byDefault.elements.last?.expressionType == "String")
        #expect(byPosition.elements.map(\.collationType) == [.rTree])
    }

    @Test("Fetched properties, templates, configurations and the version identifier are read")
    func restOfModel() throws {
        let bargains = try #require(book.fetchedProperties.first)
        let template = try #require(model.fetchRequestTemplates.first)

        #expect(
            bargains.fetchRequest.predicateFormat == "SELF.price < 12 AND SELF != $FETCH_SOURCE")
        #expect(bargains.fetchRequest.entityName == "Book")
        #expect(bargains.fetchRequest.options == ["fetchLimit": "5"])
        #expect(template.name == "cheap")
        #expect(template.predicateFormat == "price < $LIMIT")
        #expect(template.options == ["fetchLimit": "10"])
        #expect(model.configurations.map(\.entityNames) == [["Book", "Page", "Product"]])
        #expect(model.versionIdentifiers == ["7"])
    }

    @Test("A composite is found by any XML attribute that names it, or by the attribute’s name")
    func composites() throws {
        let text = SampleModel.xml(
            """
            <entity name="A"><attribute name="address" attributeType="Composite"/></entity>
            <compositeAttribute name="Address"><attribute name="x" attributeType="String"/>
            </compositeAttribute>
            """)
        let byName = try ManagedObjectModel(xml: text.bytes)

        #expect(byName["A"]?.attributes.first?.compositeName == "Address")
        #expect(book.attributes.first { $0.name == "home" }?.compositeName == "Address")
        let position = model.compositeAttribute(named: "Address")?.attributes.last
        #expect(position?.compositeName == "Coordinate")
    }

    @Test("Composites from Xcode and other tools are read, and written like Xcode’s")
    func compositeForms() throws {
        func text(_ element: String, _ attribute: String) -> String {
            SampleModel.xml(
                """
                <entity name="A">
                <attribute name="home" attributeType="Composite" \(attribute)="Address"/>
                <attribute name="size" attributeType="Composite" \(attribute)="Nothing"/>
                </entity>
                <\(element) name="Address">
                <attribute name="place" attributeType="Composite" \(attribute)="Place"/>
                <attribute name="street" attributeType="String"/>
                </\(element)>
                <\(element) name="Nothing"/>
                <\(element) name="Place"><attribute name="x" attributeType="Double"/></\(element)>
                """)
        }
        let xcode = try ManagedObjectModel(xml: text("composite", "composite").bytes)
        let other = try ManagedObjectModel(xml: text("compositeAttribute", "compositeName").bytes)

        #expect(xcode.propertySlots(of: "A") == ["home.place.x", "home.street"])
        #expect(xcode.compositeAttributes == other.compositeAttributes)
        #expect(other.xmlText == xcode.xmlText)
        let written = xcode.xmlText
        #expect(written.contains(#"attributeType="Composite" composite="Address""#))
        #expect(written.contains(#"<composite name="Nothing"/>"#))
        #expect(try ManagedObjectModel(xml: written.bytes).entities == xcode.entities)
    }

    @Test("Unknown attributes, elements and comments are kept")
    func unknownParts() throws {
        let link = try #require(product.attributes.first { $0.name == "link" })
        let date = try #require(product.attributes.first { $0.name == "date" })

        #expect(link.unknownXML.attributes == ["customTool": "x"])
        #expect(date.unknownXML.attributes == ["usesScalarValueType": "NO"])
        #expect(book.unknownXML.attributes == ["syncable": "YES"])
        #expect(model.unknownXML.attributes["lastSavedToolsVersion"] == "22758")
        #expect(model.unknownXML.elements.map(\.name) == ["#comment", "elements"])
        #expect(model.unknownXML.elements.last?.children.first?.attributes["positionX"] == "-45")
        #expect(model.configurations.first?.unknownXML.attributes == ["usedWithCloudKit": "YES"])
    }

    @Test("A model with every construct has no errors")
    func noErrors() {
        #expect(model.check().filter { $0.severity == .error } == [])
    }

    @Test("Every invalid value is reported at once, with line, entity and property")
    func unreadableValues() {
        let text = """
            <model>
            <entity name="A" isAbstract="yes">
            <attribute name="a" attributeType="Integer 8"/>
            <attribute attributeType="String"/>
            <attribute name="d" attributeType="Date" minDateTimeInterval="soon"/>
            <relationship name="r" destinationEntity="A" deletionRule="Forget" maxCount="-1"/>
            <relationship name="s" maxCount="1"/>
            <fetchedProperty name="f"/>
            <fetchIndex name="i"><fetchIndexElement property="a" order="up"/></fetchIndex>
            </entity>
            </model>
            """

        let error = #expect(throws: ModelError.self) {
            try ManagedObjectModel(xml: text.bytes, source: "contents")
        }

        let lines = error?.description.split(separator: "\n").map(String.init) ?? []
        let expected = [
            "contents:2: error: A: isAbstract is \"yes\", which is neither YES nor NO",
            "contents:3: error: A.a: attributeType is \"Integer 8\"; known are ",
            "contents:4: error: A: an attribute has no name",
            "contents:5: warning: A.d: minDateTimeInterval is \"soon\", which is not a number of "
                + "seconds since 2001, and is ignored",
            "contents:6: error: A.r: deletionRule is \"Forget\"; known are No Action, Nullify,",
            "contents:6: error: A.r: maxCount is \"-1\", which is not a whole number from 0 on",
            "contents:7: error: A.s: the relationship has no destinationEntity",
            "contents:8: error: A.f: a fetched property has one fetchRequest, this one has 0",
            "contents:9: error: A.i: order is \"up\", which is neither ascending nor descending",
        ]
        for start in expected {
            #expect(lines.contains { $0.hasPrefix(start) }, "\(start)\n\(lines)")
        }
    }

    @Test("Line ends and tabs in the value of an attribute are spaces, and references stay")
    func whitespace() throws {
        let text = SampleModel.xml(
            """
                <entity name="A">
                    <attribute name="s" attributeType="String" defaultValueString="a\tb\nc\r\nd&#9;e"/>
                </entity>
            """)

        let model = try ManagedObjectModel(xml: text.bytes)

        #expect(model["A"]?.attributes[0].defaultValueString == "a b c d\te")
    }

    @Test("An empty name is read as none, and is written unchanged")
    func emptyNames() throws {
        let text = SampleModel.xml(
            """
                <entity name="A" representedClassName="" parentEntity="" elementID="" codeGenerationType="">
                    <attribute name="t" optional="YES" attributeType="Transformable" valueTransformerName="" customClassName="" elementID=""/>
                    <relationship name="r" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="" inverseEntity="" elementID=""/>
                    <fetchIndex name="i" partialIndexPredicate="">
                        <fetchIndexElement property="r" type="Binary" order="ascending"/>
                    </fetchIndex>
                </entity>
            """)

        let model = try ManagedObjectModel(xml: text.bytes)

        let entity = try #require(model["A"])
        #expect(entity.managedObjectClassName == "A" && entity.superentityName == nil)
        #expect(entity.renamingIdentifier == nil && entity.codeGenerationType == nil)
        #expect(entity.attributes[0].valueTransformerName == nil)
        #expect(entity.attributes[0].customClassName == nil)
        #expect(entity.relationships[0].inverseName == nil)
        #expect(entity.indexes[0].partialIndexPredicateFormat == nil)
        #expect(model.xmlText == text)
    }
}
