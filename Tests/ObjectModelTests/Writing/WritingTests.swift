import Foundation
import ObjectModel
import Testing

struct WritingTests {
    @Test("A model in Xcode’s format is written unchanged")
    func sameText() throws {
        let text = SampleModel.xml(
            """
                <entity name="Item" representedClassName="Item" syncable="YES">
                    <attribute name="name" attributeType="String" defaultValueString="&lt;&quot;&amp;&#10;é" futureSetting="1">
                        <userInfo>
                            <entry key="a" value="b"/>
                        </userInfo>
                    </attribute>
                    <attribute name="text" attributeType="String" versionHashModifier="2" spotlightIndexingEnabled="YES" syncable="YES"/>
                    <attribute name="when" optional="YES" attributeType="Date" minDateTimeInterval="-0.5" usesScalarValueType="NO"/>
                    <relationship name="parts" toMany="YES" deletionRule="Cascade" ordered="YES" destinationEntity="Item" inverseName="parts" inverseEntity="Item"/>
                    <fetchIndex name="byName" partialIndexPredicate="name != nil">
                        <fetchIndexElement property="name" type="Binary" order="descending"/>
                    </fetchIndex>
                    <uniquenessConstraints>
                        <uniquenessConstraint>
                            <constraint value="name"/>
                        </uniquenessConstraint>
                    </uniquenessConstraints>
                </entity>
                <configuration name="Cloud" usedWithCloudKit="YES">
                    <memberEntity name="Item"/>
                </configuration>
                <elements>
                    <element name="Item" positionX="-45" positionY="63" width="128" height="75"/>
                </elements>
                <future level="3">text</future>
            """)

        let written = try ManagedObjectModel(xml: text.bytes).xmlText

        #expect(written == text)
    }

    @Test("A model of an older Xcode is written unchanged")
    func olderText() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model userDefinedModelVersionIdentifier="3" type="com.apple.IDECoreDataModeler.DataModel" \
            documentVersion="1.0" lastSavedToolsVersion="6251" systemVersion="13F34" \
            minimumToolsVersion="Automatic" macOSVersion="Automatic" iOSVersion="Automatic">
                <entity name="Item" representedClassName="Item">
                    <attribute name="name" attributeType="String" indexed="YES" syncable="YES">
                        <userInfo/>
                    </attribute>
                    <relationship name="parts" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="whole" inverseEntity="Item" indexed="YES" elementID="pieces" syncable="YES">
                        <userInfo/>
                    </relationship>
                    <relationship name="whole" optional="YES" minCount="1" maxCount="1" deletionRule="Nullify" destinationEntity="Item" inverseName="parts" inverseEntity="Item" indexed="YES" syncable="YES"/>
                    <userInfo/>
                </entity>
                <fetchRequest name="named" entity="Item" predicateString="name != nil"/>
                <configuration name="Local">
                    <memberEntity name="Item"/>
                </configuration>
                <elements>
                    <element name="Item" positionX="0" positionY="0" width="128" height="105"/>
                </elements>
            </model>
            """

        let written = try ManagedObjectModel(xml: text.bytes).xmlText

        #expect(written == text)
    }

    @Test("An addition to an empty userInfo is written in its place")
    func filledUserInfo() throws {
        let text = SampleModel.xml(
            """
                <entity name="Item" syncable="YES">
                    <userInfo/>
                </entity>
            """)
        var model = try ManagedObjectModel(xml: text.bytes)

        model.entities[0].userInfo["a"] = "b"

        #expect(
            model.xmlText
                == text.replacing(
                    "        <userInfo/>",
                    with: """
                                <userInfo>
                                    <entry key="a" value="b"/>
                                </userInfo>
                        """))
    }

    @Test("A model with every construct survives a round trip")
    func everything() throws {
        let model = try ManagedObjectModel(xml: SampleModel.everything.bytes)

        let again = try ManagedObjectModel(xml: model.xmlText.bytes)

        #expect(again == model)
        #expect(model.xmlText.contains("<!-- What a shop needs. -->"))
    }

    @Test("A model built in code is written with what Xcode expects")
    func builtInCode() throws {
        var item = EntityDescription("Item")
        item.managedObjectClassName = "Thing"
        item.attributes = [.init("name", .string)]
        item.relationships = [.init(toOne: "other", "Item", inverse: "other")]

        let text = ManagedObjectModel(entities: [item]).xmlText

        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
                lastSavedToolsVersion="22758" systemVersion="23E224" minimumToolsVersion="Automatic" \
                sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
                    <entity name="Item" representedClassName="Thing">
                        <attribute name="name" optional="YES" attributeType="String"/>
                        <relationship name="other" optional="YES" maxCount="1" deletionRule="Nullify" \
                destinationEntity="Item" inverseName="other" inverseEntity="Item"/>
                    </entity>
                </model>
                """)
    }

    @Test("A version’s directory is created, and a failed write is reported with its file")
    func files() throws {
        let directory = try TemporaryDirectory()
        let model = try ManagedObjectModel(xml: SampleModel.everything.bytes)

        try model.write(to: "\(directory.path)/Shop.xcdatamodeld/Shop.xcdatamodel")

        var read = try ManagedObjectModel(contentsOf: "\(directory.path)/Shop.xcdatamodeld")
        read.source = nil
        #expect(read == model)
        let error = #expect(throws: ModelError.self) {
            try model.write(
                to: "\(directory.path)/Shop.xcdatamodeld/Shop.xcdatamodel/contents/x.xcdatamodel")
        }
        #expect(error?.faults.first?.message.hasPrefix("the file cannot be written") == true)
    }
}
