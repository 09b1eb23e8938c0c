import Foundation
import Persistence

@testable import Domain

/// A vehicle of the household.
final class Vehicle: GuardedObject, DescribedRecord {
    static let description = RecordDescription(
        "Vehicle", "vehicle", "vehicles",
        fields: [
            FieldDescription("name", "Name", .line(limit: 200), isRequired: true),
            FieldDescription("plate", "Plate", .line(limit: 20)),
            FieldDescription("price", "Price paid", .money),
            FieldDescription("inspection", "Next inspection", .day),
        ])
}

// The extension that `make properties` would generate for a model of Domain.
extension Vehicle {
    var inspection: Date? { date(at: 0) }
    var name: String? { string(at: 1) }
    var plate: String? { string(at: 2) }
    var price: Decimal? { decimal(at: 3) }

    static let model = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
        lastSavedToolsVersion="22758" systemVersion="23E224" minimumToolsVersion="Automatic" \
        sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
            <entity name="Vehicle" representedClassName="Vehicle" syncable="YES">
                <attribute name="inspection" optional="YES" attributeType="Date" \
        usesScalarValueType="NO"/>
                <attribute name="name" attributeType="String" minValueString="1" \
        maxValueString="200" spotlightIndexingEnabled="YES"/>
                <attribute name="plate" optional="YES" attributeType="String" maxValueString="20" \
        spotlightIndexingEnabled="YES"/>
                <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0"/>
            </entity>
        </model>
        """

    static let modelClasses = [
        ManagedObjectClass(
            entityName: "Vehicle", objectClass: Vehicle.self,
            properties: [
                ("inspection", \Vehicle.inspection),
                ("name", \Vehicle.name),
                ("plate", \Vehicle.plate),
                ("price", \Vehicle.price),
            ])
    ]
}
