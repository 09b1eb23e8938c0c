import Foundation

/// Model files as text.
enum SampleModel {
    /// A model file around some elements.
    static func xml(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
        lastSavedToolsVersion="22758" systemVersion="23E224" minimumToolsVersion="Automatic" \
        sourceLanguage="Swift" userDefinedModelVersionIdentifier="7">
        \(body)
        </model>
        """
    }

    /// A model with every construct.
    static let everything = xml(
        """
            <!-- What a shop needs. -->
            <entity name="Book" representedClassName=".Book" parentEntity="Product" elementID="Volume" versionHashModifier="2" syncable="YES" codeGenerationType="class">
                <attribute name="default" optional="YES" attributeType="String" defaultValueString="A" regularExpressionString="[A-Z]" elementID="grade" versionHashModifier="1">
                    <userInfo>
                        <entry key="help" value="A &amp; B"/>
                    </userInfo>
                </attribute>
                <attribute name="home" optional="YES" attributeType="Composite" composite="Address"/>
                <attribute name="pageCount" optional="YES" attributeType="Integer 16" derived="YES" derivationExpression="pages.@count" usesScalarValueType="YES"/>
                <relationship name="pages" optional="YES" toMany="YES" minCount="1" maxCount="900" deletionRule="Cascade" ordered="YES" destinationEntity="Page" inverseName="book" inverseEntity="Page"/>
                <fetchedProperty name="bargains" optional="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Book" predicateString="SELF.price &lt; 12 AND SELF != $FETCH_SOURCE" fetchLimit="5"/>
                </fetchedProperty>
                <fetchIndex name="byDefault" partialIndexPredicate="default != nil">
                    <fetchIndexElement property="default" type="Binary" order="descending"/>
                    <fetchIndexElement expression="uppercase:(default)" expressionType="String" type="Binary" order="ascending"/>
                </fetchIndex>
                <fetchIndex name="byPosition">
                    <fetchIndexElement property="latitude" type="RTree" order="ascending"/>
                </fetchIndex>
            </entity>
            <entity name="Page" representedClassName="Shop.Page" syncable="YES" codeGenerationType="category">
                <attribute name="text" attributeType="String"/>
                <relationship name="book" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Book" inverseName="pages" inverseEntity="Book"/>
                <relationship name="similar" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="Page" inverseName="similar" inverseEntity="Page"/>
            </entity>
            <entity name="Product" representedClassName="Product" isAbstract="YES" syncable="YES">
                <attribute name="big" optional="YES" attributeType="Integer 64"/>
                <attribute name="colors" optional="YES" attributeType="Transformable" valueTransformerName="Colors" customClassName="[String]"/>
                <attribute name="date" optional="YES" attributeType="Date" defaultDateTimeInterval="0" minDateTimeInterval="-3600" maxDateTimeInterval="3600.5" usesScalarValueType="NO"/>
                <attribute name="identifier" attributeType="UUID" usesScalarValueType="NO" preserveAfterDeletion="YES"/>
                <attribute name="isNew" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>
                <attribute name="latitude" attributeType="Double" usesScalarValueType="YES"/>
                <attribute name="link" optional="YES" attributeType="URI" customTool="x"/>
                <attribute name="memo" optional="YES" transient="YES"/>
                <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0" maxValueString="99.5" defaultValueString="0.0"/>
                <attribute name="ratio" optional="YES" attributeType="Float"/>
                <attribute name="stock" attributeType="Integer 32" minValueString="0" defaultValueString="3" usesScalarValueType="YES" indexed="YES"/>
                <attribute name="string" optional="YES" attributeType="String" minValueString="1" maxValueString="20"/>
                <relationship name="rivals" optional="YES" toMany="YES" transient="YES" deletionRule="Deny" destinationEntity="Product" inverseName="rivals" inverseEntity="Product"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="identifier"/>
                        <constraint value="stock"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
                <compoundIndexes>
                    <compoundIndex>
                        <index value="stock"/>
                        <index value="price"/>
                    </compoundIndex>
                </compoundIndexes>
                <userInfo>
                    <entry key="colour" value="red"/>
                </userInfo>
            </entity>
            <composite name="Address">
                <attribute name="street" optional="YES" attributeType="String"/>
                <attribute name="position" optional="YES" attributeType="Composite" typeOfParts="Coordinate"/>
            </composite>
            <composite name="Coordinate">
                <attribute name="x" attributeType="Double" usesScalarValueType="YES"/>
                <attribute name="y" attributeType="Double" usesScalarValueType="YES"/>
            </composite>
            <configuration name="Cloud" usedWithCloudKit="YES">
                <memberEntity name="Book"/>
                <memberEntity name="Page"/>
                <memberEntity name="Product"/>
            </configuration>
            <fetchRequest name="cheap" entity="Book" predicateString="price &lt; $LIMIT" fetchLimit="10"/>
            <elements>
                <element name="Book" positionX="-45" positionY="63" width="128" height="75"/>
            </elements>
        """)
}

extension String {
    /// The text as a file's bytes.
    var bytes: Data { Data(utf8) }
}
