import Foundation
import Testing

@testable import Domain

@Suite("Unmodified tables of other programs")
struct OtherProgramsTests {
    private func file(_ text: String, _ kind: ImportKind? = nil) throws -> ImportFile {
        try ImportFile(Data(text.utf8), named: "x.csv", kind: kind)
    }

    /// The cells of the imported rows, in the order of some columns.
    private func cells(_ file: ImportFile, _ columns: ImportColumn...) throws -> [String] {
        try file.rows.all().filter { $0.leftOut == nil }.map { row in
            columns.map { row.text($0) ?? "-" }.joined(separator: "|")
        }
    }

    @Test("Shopify’s variants become products with distinct names; images are left out")
    func shopify() async throws {
        let table =
            "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,"
            + "Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Cost per item\n"
            + "shirt,Shirt,<p>Soft</p>,Us,Clothes,,TRUE,Size,Small,S-1,3,19.99,,http://x/1,8\n"
            + "shirt,,,,,,,,Large,S-2,4,21.00,,,\nshirt,,,,,,,,,,,,,http://x/2,\n"
            + "mug,Mug,,Us,Kitchen,,TRUE,Title,Default Title,M-1,9,4.50,,,2\n"
        let test = try TestHousehold()

        let file = try file(table)
        let plan = try await test.household.plan(file)

        #expect(file.kind == .products)
        #expect(
            try cells(file, .name, .sku, .price, .category, .stock) == [
                "Shirt, Small|S-1|19.99|Clothes|3", "Shirt, Large|S-2|21.00|Clothes|4",
                "Mug|M-1|4.50|Kitchen|9",
            ])
        #expect(file.ignoredColumns.contains("Body (HTML)"))
        #expect(try plan.refusals == [])
        #expect(plan.counts.new == 3)
    }

    @Test("Shopify’s template of 2024 names its columns in another way")
    func shopifyTemplate() throws {
        let table =
            "Title,URL handle,Description,Vendor,Product category,Type,Tags,Status,SKU,Barcode,"
            + "Option1 name,Option1 value,Price,Compare-at price,Cost per item,Inventory quantity,"
            + "Product image URL\n"
            + "Shirt,shirt,Soft,Us,Apparel,Clothes,,Active,S-1,,Size,Small,19.99,,8,3,http://x/1\n"
            + ",shirt,,,,,,,S-2,,,Large,21.00,,8,4,\n,shirt,,,,,,,,,,,,,,,http://x/2\n"
            + "Mug,mug,,Us,,Kitchen,,Draft,M-1,,Title,Default Title,4.50,,2,9,\n"

        let file = try file(table)

        #expect(file.kind == .products)
        #expect(
            try cells(file, .name, .sku, .price, .cost, .category, .stock) == [
                "Shirt, Small|S-1|19.99|8|Clothes|3", "Shirt, Large|S-2|21.00|8|Clothes|4",
                "Mug|M-1|4.50|2|Kitchen|9",
            ])
    }

    @Test("A table with a title and product numbers is not one of books")
    func titledProducts() throws {
        let table = "Title,Description,Price,SKU\nScarf,Warm,12.00,SC-1\n"

        #expect(throws: ImportFault.unknownKind(names: ["Title", "Description", "Price", "SKU"])) {
            try file(table)
        }
        #expect(try cells(file(table, .products), .name, .sku, .price) == ["Scarf|SC-1|12.00"])
        #expect(try file("Title,Price\nDune,9\n").kind == .books)
    }

    @Test("Square’s items become products by name and variation, never by description")
    func square() async throws {
        let table =
            "Token,Item Name,Variation Name,SKU,Description,Category,Price,Current Quantity Main,GTIN\n"
            + "T1,Coffee,Regular,C-1,Freshly brewed,Drinks,3.50,,\nT2,Tea,Large,T-1,,Drinks,2.00,5,\n"
            + "T3,Gift,,,,,variable,,\n"

        let file = try file(table)

        #expect(file.kind == .products)
        #expect(
            try cells(file, .name, .sku, .price, .stock) == [
                "Coffee|C-1|3.50|", "Tea, Large|T-1|2.00|5",
            ])
        let short = try self.file("Token,Item Name,Price\nT1,Repair,100\nT2,Advice,\n")
        #expect(short.kind == .products)
        #expect(try cells(short, .name, .price) == ["Repair|100"])
        for header in ["itemName,serialNumber,valueInDollars,Token", "itemName,Token,Location"] {
            #expect(try self.file("\(header)\nKey,S-1,5,T1\n").kind == .items)
        }
        let test = try TestHousehold()
        #expect(try await test.household.plan(file).counts.new == 2)
    }

    @Test("WooCommerce’s products are imported without its IDs, and each variation by itself")
    func wooCommerce() async throws {
        let table =
            "ID,Type,SKU,\"GTIN, UPC, EAN, or ISBN\",Name,Published,Short description,Description,"
            + "In stock?,Stock,Low stock amount,Regular price,Categories\n"
            + "44,variable,H,,Hoodie,1,,Warm,1,,,,\"Clothes, Sale\"\n"
            + "45,variation,H-B,,Hoodie - Blue,1,,,1,7,2,45,\n"
            + "46,simple,CAP,,Cap,1,,A cap,1,,,16,\"Clothes > Caps, Sale\"\n"

        let file = try file(table)

        #expect(file.kind == .products && !file.columns.contains(.id))
        #expect(
            try cells(file, .name, .sku, .price, .category) == [
                "Hoodie - Blue|H-B|45|", "Cap|CAP|16|Clothes > Caps",
            ])
        let test = try TestHousehold()
        #expect(try await test.household.plan(file).counts.new == 2)
    }

    @Test("Goodreads’ books are imported with the longer ISBN, and their shelf as category")
    func goodreads() async throws {
        let table =
            "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Publisher,"
            + "Bookshelves,Exclusive Shelf\n"
            + "1,Dune,Frank Herbert,\"Herbert, Frank\",,\"=\"\"0441172717\"\"\","
            + "\"=\"\"9780441172719\"\"\",5,Ace,,read\n"
            + "2,Emma,Jane Austen,\"Austen, Jane\",,\"=\"\"0141439580\"\"\",\"=\"\"\"\"\",0,,,to-read\n"
        let test = try TestHousehold()

        let file = try file(table)
        let plan = try await test.household.plan(file)

        #expect(file.kind == .books)
        #expect(
            try cells(file, .title, .author, .isbn, .category) == [
                "Dune|Frank Herbert|9780441172719|read", "Emma|Jane Austen|0141439580|to-read",
            ])
        #expect(try plan.refusals == [])
    }

    @Test("Snipe-IT’s sample names the items, and not the people who have them")
    func snipeIT() throws {
        let row = "Ann Lee,ann@example.com,ann,%,Laptops,X1,Lenovo,20U9,PF-1,T-1,Study\n"
        let head =
            "Name,Email,Username,%,Category,Model Name,Manufacturer,Model Number,Serial number,"
            + "Asset Tag,Location\n"

        for (name, text, found) in [
            ("Name", "Laptop", "Laptop"), ("item Name", "Laptop", "Laptop"), ("Name", "", "X1"),
        ] {
            let file = try file(
                head.replacing("%", with: name) + row.replacing("%", with: text))
            #expect(file.kind == .items)
            #expect(try cells(file, .itemName) == [found])
            #expect(try file.rows.row(at: 0).text(.notes)?.contains("Name: Ann Lee") == true)
        }
    }

    @Test("Snipe-IT’s months of warranty count from the purchase, and people become notes")
    func snipeITDetails() async throws {
        let test = try TestHousehold()
        for head in ["Warranty", "Warranty Months"] {
            let table =
                "Company,Name,Asset Tag,Model,Model Notes,Asset Notes,Purchased,\(head),"
                + "Checked Out To: Username,Checked Out To: Email\n"
                + "Us,Backhoe,T-1,Nial,loud,old,2024-01-31,14,ann,ann@example.com\n"
                + "Us,Dragline,T-2,Chase,,,2024-02-01,,,\n"

            let file = try file(table)
            let plan = try await test.household.plan(file)

            #expect(file.kind == .items)
            #expect(try plan.refusals == [])
            #expect(!file.columns.contains(.fields))
            #expect(
                try cells(file, .itemName, .purchaseDate, .warrantyUntil) == [
                    "Backhoe|2024-01-31|14 months", "Dragline|2024-02-01|",
                ])
            let notes = try file.rows.row(at: 0).text(.notes) ?? ""
            for note in ["Model Notes: loud", "Asset Notes: old", "Checked Out To: Username: ann"] {
                #expect(notes.contains(note))
            }
        }
    }

    @Test("Snipe-IT’s months of warranty are a note without a purchase, or beside a last day")
    func snipeITWarranty() throws {
        let unbought = try file(
            "Name,Asset Tag,Model,Purchased,Warranty\nSaw,T-1,X,,14\nAxe,T-2,X,2024-01-31,0\n")
        let exact = try file(
            "Name,Asset Tag,Model,Purchased,Warranty Months,Warranty Expires\n"
                + "Saw,T-1,X,2024-01-31,14,2025-03-31\n")

        #expect(try cells(unbought, .warrantyUntil, .notes).first?.hasPrefix("|") == true)
        #expect(try unbought.rows.row(at: 0).text(.notes)?.contains("Warranty: 14") == true)
        #expect(try unbought.rows.row(at: 1).text(.notes)?.contains("Warranty") != true)
        #expect(try cells(exact, .warrantyUntil) == ["2025-03-31"])
        #expect(try exact.rows.row(at: 0).text(.notes)?.contains("Warranty Months: 14") == true)
    }

    @Test("A description is the name only if nothing else is, and asked for without a section")
    func descriptions() throws {
        let both = try file("Name,Description,Price\nMug,Blue,1\n", .products)
        let square = try file("Item Name,Description,Price\nMug,Blue,1\n", .products)
        let alone = try file("Description,Price\nMug,1\n", .products)

        for (file, ignored) in [(both, ["Description"]), (square, ["Description"]), (alone, [])] {
            #expect(try cells(file, .name) == ["Mug"])
            #expect(file.ignoredColumns == ignored)
        }
        #expect(throws: ImportFault.unknownKind(names: ["Description", "Price"])) {
            try file("Description,Price\nMug,1\n")
        }
    }

    @Test(
        "A nameless column is called by its position, can be mapped, and is listed unless blank")
    func unnamed() throws {
        let text = "Name,,Serial,\nSofa,soft,S-1,\nLamp,,S-2,\n"

        let plain = try file(text, .items)
        let mapped = try ImportFile(
            Data(text.utf8), named: "x.csv", kind: .items, mapping: ColumnMapping("column 2=notes"))

        #expect(plain.ignoredColumns == ["column 2"])
        #expect(mapped.ignoredColumns == [])
        #expect(try mapped.rows.row(at: 0).text(.notes) == "column 2: soft")
    }

    @Test("The decimal mark of a column is that of its unambiguous amounts")
    func decimalMarks() async throws {
        func values(_ amounts: String...) async throws -> [String] {
            let rows = amounts.enumerated().map { "Thing \($0),S\($0),\"\($1)\"\n" }.joined()
            let file = try file("Name,Serial,Price paid\n" + rows, .items)
            return try file.rows.all().map { $0.text(.purchasePrice) ?? "" }
        }

        #expect(try await values("1.299", "12,50") == ["1299", "12,50"])
        #expect(try await values("1,299", "12.50") == ["1299", "12.50"])
        #expect(try await values("1.299", "1.299.000") == ["1299", "1.299.000"])
        // No amount decides, or both marks do.
        #expect(try await values("1.299", "7") == ["1.299", "7"])
        #expect(try await values("1.299", "12,50", "3.20") == ["1.299", "12,50", "3.20"])
    }

    @Test("The decimal mark of a column of quantities is found like that of amounts")
    func decimalMarksOfQuantities() throws {
        func stocks(_ quantities: String...) throws -> [String] {
            let rows = quantities.map { "Rope,1,m,\"\($0)\"\n" }.joined()
            let file = try file("Name,Price,Unit,Stock\n" + rows, .products)
            return try file.rows.all().map { $0.text(.stock) ?? "" }
        }

        #expect(try stocks("1.500", "0,5") == ["1500", "0,5"])
        #expect(try stocks("1.125", "2.5") == ["1.125", "2.5"])
        // No group of thousands begins with a zero, or comes after four digits.
        #expect(try stocks("0.125", "1,250") == ["0.125", "1250"])
        #expect(try stocks("1234,125", "1.250") == ["1234,125", "1250"])
    }

    @Test("Names of tags and locations contain no separators of tables")
    func separators() {
        #expect(Domain.Tag.names(in: "red; old,  big ;") == ["red", "old", "big"])
        for name in ["AC / DC", "House › Kitchen"] {
            #expect(Location.fault(ofName: name)?.contains("between spaces") == true)
        }
        for name in ["AC/DC", "a>b", "›", "/", "a; b, c", "\\"] {
            #expect(Location.fault(ofName: name) == nil)
        }
    }

    @Test("All faults of a header are reported at once")
    func faults() {
        do {
            _ = try file("price,Price,cost,Cost,cvv\n1,1,2,2,123\n", .products)
            Issue.record("It was read.")
        } catch {
            let text = "\(error)"
            for part in ["“price”", "“cost”", "security codes", "needs a column"] {
                #expect(text.contains(part), "\(text)")
            }
        }
    }

    @Test("The labels of form fields are known columns in every section")
    func titles() throws {
        for kind in ImportKind.all {
            for column in kind.columns where column != .fields {
                let place = ImportHeader([column.label(in: kind)], kind: kind).places[0]
                #expect(place != nil, "\(kind) \(column.rawValue)")
            }
        }
        #expect(Set(ImportKind.all.flatMap(\.columns)).isSubset(of: ImportColumn.allCases))
    }

    @Test("Exported quotes and invoices are not taken for sales")
    func papers() throws {
        for header in [
            "number,position,date,validThrough,customer,product,quantity,unitPrice",
            "number,date,dueDate,sale,buyerName,total",
            "id,number,date,validThrough,state,customer,products,total,sale",
            "id,number,date,dueDate,sale,customer,buyer,total,payment",
        ] {
            for kind in [nil, ImportKind.sales, .lines] {
                #expect(throws: ImportFault.papers) { try file(header + "\n1,1,1,1,1,1\n", kind) }
            }
        }
        #expect(ImportFault.papers.description.contains("A backup contains them."))
    }
}
