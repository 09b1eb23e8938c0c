import Persistence
import Testing

@testable import Domain

struct AssetTypeTests {
    @Test("Merging moves all items and deletes the former type")
    func merge() throws {
        let test = try TestHousehold()
        try test.add(["A", "B", "C"])
        try test.household.container.write { context in
            let types = try AssetType.all(in: context)
            try TestHousehold.item("A", context).assetType = types[0]
            try TestHousehold.item("B", context).assetType = types[0]
            try TestHousehold.item("C", context).assetType = types[1]
            try test.household.save(context)
        }

        try test.household.container.write { context in
            let types = try AssetType.all(in: context)
            types[0].merge(into: types[1])
            try test.household.save(context)
        }

        try test.household.container.read { context in
            let types = try AssetType.all(in: context)
            #expect(types.map(\.label) == ["Furniture", "Jewelry"])
            #expect(Set(types[0].items.compactMap(\.itemName)) == ["A", "B", "C"])
        }
    }

    @Test("A label is found regardless of case, but not of accents")
    func labeled() throws {
        let test = try TestHousehold()

        try test.household.container.read { context in
            let furniture = try AssetType.labeled("fURNITURE", in: context)
            #expect(furniture?.label == "Furniture")
            #expect(try AssetType.labeled("Fürniture", in: context) == nil)
            #expect(try AssetType.labeled("furniture", otherThan: furniture, in: context) == nil)
        }
    }

    @Test("Deleting a type leaves its items without one")
    func deletion() throws {
        let test = try TestHousehold()
        try test.add(["A"])
        try test.household.container.write { context in
            try TestHousehold.item("A", context).assetType = AssetType.all(in: context)[0]
            try test.household.save(context)
        }

        try test.household.container.write { context in
            context.delete(try AssetType.all(in: context)[0])
            try test.household.save(context)
        }

        let hasType = try test.household.container.read { context in
            try TestHousehold.item("A", context).assetType != nil
        }
        #expect(!hasType)
    }
}
