import Foundation
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
            try types[0].merge(into: types[1], in: context)
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

    @Test("A template counts as long as it is an item of the type, outside the trash")
    func listedTemplate() throws {
        let test = try TestHousehold()
        try test.add(["A"])
        try test.household.container.write { context in
            let (type, item) = (
                try AssetType.all(in: context)[0], try TestHousehold.item("A", context)
            )
            (item.assetType, type.template) = (type, item)
            #expect(type.listedTemplate === item)
            item.assetType = nil
            #expect(type.listedTemplate == nil)
            (item.assetType, item.trashedDate) = (type, Date())
            #expect(type.listedTemplate == nil)
        }
    }

    @Test("Open stocktakes of a merged type count the other one")
    func mergedStocktakes() throws {
        let test = try TestHousehold()
        try test.household.container.write { context in
            let types = try AssetType.all(in: context)
            for date in [nil, Date()] {
                let stocktake = Stocktake(context: context)
                (stocktake.name, stocktake.closedAt) = ("Autumn", date)
                stocktake.assetType = types[0].objectID.recordNumber
            }
            try test.household.save(context)
            let (former, other) = (types[0].objectID.recordNumber, types[1].objectID.recordNumber)
            try types[0].merge(into: types[1], in: context)
            try test.household.save(context)
            let stocktakes = try context.fetch(FetchRequest<Stocktake>())
            #expect(stocktakes.first { $0.isOpen }?.assetType == other)
            #expect(stocktakes.first { !$0.isOpen }?.assetType == former)
        }
    }

    @Test("An import sets the template of a type, and says which one it leaves out")
    func importing() async throws {
        let test = try TestHousehold()
        try test.add(["Chair", "Lamp"])
        try await test.household.container.write { context in
            try TestHousehold.item("Chair", context).assetType = AssetType.all(in: context)[1]
            try test.household.save(context)
        }
        let table = "label,template\nFurniture,A-0001 Chair\nJewelry,Lamp\n"
        let plan = try await test.plan(table, .assetTypes)
        _ = try await test.importing(table, .assetTypes)

        #expect(try plan.changes == ["2 template:  → Chair"])
        #expect(
            try plan.rows.outcome(at: 1).notes
                == ["the template is left out: no one item of this type is “Lamp”"])
        try await test.household.container.read { context in
            let names = try AssetType.all(in: context).map { $0.template?.itemName ?? "" }
            #expect(names == ["", "Chair", ""])
        }
    }
}
