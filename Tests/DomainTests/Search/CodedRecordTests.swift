import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Records by their codes")
struct CodedRecordTests {
    private let test: TestHousehold

    init() throws {
        test = try TestHousehold()
    }

    @Test(
        "Both forms of an ISBN, with ten and thirteen digits, are the same",
        arguments: ["316148410X", "3-16-148410-x", "9783161484100", "978-3-16-148410-0"])
    func spellings(text: String) {
        #expect(ISBN.spellings(of: text) == ["9783161484100", "316148410X"])
        #expect(ISBN.spellings(of: "9791034902545") == ["9791034902545"])
        #expect(ISBN.spellings(of: "4006381333931").isEmpty)
        #expect(ISBN.spellings(of: "9783161484101").isEmpty)
    }

    @Test("An item is found by number, key, serial number and model, unless it is in the trash")
    func items() throws {
        try test.household.container.write { (context) throws in
            for (name, number) in [("Drill", 41), ("Saw", 42)] {
                let item = try Item.append(in: context)
                item.itemName = name
                item.itemNumber = Int64(number)
                item.serialNumber = "SN \(number)"
                item.modelNumber = "GSB 13"
            }
            try context.save()
            func names(_ code: String) throws -> [String] {
                try HouseholdSearch.records(coded: code, in: context)
                    .compactMap { ($0 as? Item)?.itemName }
            }
            let saw = try #require(try Item.find(number: 42, in: context))

            #expect(try names("A-0042") == ["Saw"])
            #expect(try names("a42") == ["Saw"])
            #expect(try names(saw.key.uuidString.lowercased()) == ["Saw"])
            #expect(try names(" SN 41\n") == ["Drill"])
            for code in ["sn 41", "SN-41", "sn41", "Sn/41"] {
                #expect(try names(code) == ["Drill"], "\(code)")
            }
            #expect(try names("42").isEmpty)
            #expect(try Set(names("GSB 13")) == ["Drill", "Saw"])
            saw.trashedDate = .now
            #expect(try names("A-0042").isEmpty)
            #expect(try names("GSB 13") == ["Drill"])
            #expect(try names("").isEmpty)
            #expect(try names("Drill").isEmpty)
        }
    }
}
