import Foundation
import HTTPTypes
import Testing

@testable import Web

struct ListQueryTests {
    private static let items = ListParameters(
        sortKeys: ["itemName", "valueInDollars"],
        filters: [
            .init(name: "assetType", label: "Type", kind: .idOrNone),
            .init(name: "minValue", label: "Smallest value", kind: .amount),
            .init(name: "hasImage", label: "Photo", kind: .choice(["yes", "no"])),
        ])

    @Test("An empty query is the first page of everything in manual order")
    func defaults() throws {
        let query = try ListQueryReader.read(query: "", Self.items)

        #expect(query == ListQuery())
        #expect(query.isWholeOrder)
        #expect(query.perPage == 50)
        #expect(query.parameters.isEmpty)
    }

    @Test("Every parameter of an address is read, and the address is built from it again")
    func roundTrip() throws {
        let text =
            "q=walnut+desk&assetType=3&hasImage=no&minValue=50&predicate=valueInDollars+%3E+5"
            + "&sort=-valueInDollars&perPage=200&page=3"

        let query = try ListQueryReader.read(query: text, Self.items)

        #expect(query.search == "walnut desk")
        #expect(query.reference("assetType") == .id(3))
        #expect(query.flag("hasImage") == false)
        #expect(query.amount("minValue") == 50)
        #expect(query.predicate == "valueInDollars > 5")
        #expect(query.sort == SortOrder("valueInDollars", ascending: false))
        #expect(query.offset == 400)
        #expect(query.address(of: .items).path == "/items?" + text)
    }

    @Test("The whole list can be requested on one page, and its address says so")
    func onOnePage() throws {
        let query = try ListQueryReader.read(query: "hasImage=no&perPage=all", Self.items)

        #expect(query == ListQuery().filtered("hasImage", by: "no").onOnePage)
        #expect(query.perPage == 5000)
        #expect(query.address(of: .items).path == "/items?hasImage=no&perPage=all")
        #expect(ListQuery().at(page: 4).onOnePage.page == 1)
    }

    @Test("A list of several pages links to a single page, up to its limit")
    func pagesToPrint() {
        func paging(_ query: ListQuery, _ total: Int) -> Paging {
            Paging(query, total: total) { $0.address(of: .items).path }
        }
        let short = paging(ListQuery(), 50)
        let several = paging(ListQuery().sorted(by: SortOrder("itemName")).at(page: 2), 83)
        let many = paging(ListQuery(), 20_000)
        let whole = paging(ListQuery().onOnePage, 83)
        let part = paging(ListQuery().onOnePage, 20_000)

        #expect(
            [short, several, many, whole, part].map { !$0.wholePath.isEmpty } == [
                false, true, true, false, false,
            ])
        #expect(several.wholeLabel == "All on one page, to print")
        #expect(several.wholePath == "/items?sort=itemName&perPage=all")
        #expect(many.wholeLabel == "5,000 on a page, to print")
        #expect(part.text == "1 to 5,000 of 20,000")
        #expect(part.nextPath == "/items?perPage=all&page=2")
    }

    @Test("The title of a view names its search, filters and page")
    func title() throws {
        let query = try ListQueryReader.read(
            query: "q=desk&assetType=3&hasImage=no&predicate=valueInDollars+%3E+5&page=12",
            Self.items)

        #expect(ListQuery().title("Items", Self.items) == "Items")
        #expect(
            query.title("Items", Self.items, names: ["assetType": "Furniture"])
                == "Items: “desk”, Type: Furniture, Photo: no, by predicate, page 12")
    }

    @Test("A summary of faults links to the existing fields")
    func fieldsOfFaults() throws {
        let faults = try ListQueryReader.readWithFaults(
            query: "minValue=x&sort=x&page=x&nothing=x", Self.items
        ).faults

        let linked = faults.filter(\.hasField).map(\.field)
        #expect(faults.count == 4)
        #expect(linked == ["minValue"])
    }

    @Test("Empty fields of a form count as absent")
    func emptyFields() throws {
        let query = try ListQueryReader.read(
            query: "q=&assetType=&minValue=+&page=&sort=", Self.items)

        #expect(query == ListQuery())
    }

    @Test("none selects items without a type; a value may be written as an amount")
    func words() throws {
        let query = try ListQueryReader.read(
            query: "assetType=none&minValue=%241%2C234.00", Self.items)

        #expect(query.reference("assetType") == ReferenceFilter.none)
        #expect(query.amount("minValue") == 1234)
    }

    @Test(
        "A comma before three digits of a limit separates thousands if no region is chosen",
        arguments: [("1%2C000", 1000), ("%241%2C234", 1234)])
    func thousands(text: String, amount: Int) throws {
        let query = try ListQueryReader.read(query: "minValue=\(text)", Self.items)

        #expect(query.amount("minValue") == Decimal(amount))
    }

    @Test(
        "An invalid parameter is refused by name and never ignored",
        arguments: [
            ("page=0", "page"), ("page=x", "page"), ("page=99999999999999999999", "page"),
            ("perPage=201", "perPage"), ("perPage=-1", "perPage"), ("sort=thumbnail", "sort"),
            ("sort=-", "sort"), ("assetType=x", "assetType"), ("assetType=0", "assetType"),
            ("minValue=cheap", "minValue"), ("minValue=-1", "minValue"),
            ("minValue=1.505", "minValue"), ("hasImage=maybe", "hasImage"),
            ("colour=red", "colour"), ("minvalue=5", "minvalue"),
        ])
    func refused(text: String, field: String) {
        let error = #expect(throws: SiteError.self) {
            try ListQueryReader.read(query: text, Self.items)
        }

        #expect(error?.status == .unprocessableContent)
        #expect(error?.faults.map(\.field) == [field])
    }

    @Test("All faults are reported at once")
    func allFaults() {
        let error = #expect(throws: SiteError.self) {
            try ListQueryReader.read(query: "page=x&hasImage=7&sort=y", Self.items)
        }

        #expect(error?.faults.count == 3)
    }

    @Test("A query that is not UTF-8 is malformed")
    func notUTF8() {
        let error = #expect(throws: SiteError.self) {
            try ListQueryReader.read(query: "q=%FF", Self.items)
        }

        #expect(error?.status == .badRequest)
    }

    @Test("A change of the view keeps the other parameters and goes to the first page")
    func changes() throws {
        let query = try ListQueryReader.read(query: "q=desk&hasImage=yes&page=4", Self.items)

        #expect(query.at(page: 5).address(of: .items).path == "/items?q=desk&hasImage=yes&page=5")
        #expect(
            query.sorted(by: SortOrder("itemName")).address(of: .items).path
                == "/items?q=desk&hasImage=yes&sort=itemName")
        #expect(query.filtered("hasImage", by: nil).address(of: .items).path == "/items?q=desk")
        #expect(query.unfiltered == ListQuery())
    }
}
