import Testing

@testable import Domain

@Suite("Columns of described fields")
struct DescribedColumnTests {
    @Test("Every described text of an item or a product is an importable column")
    func columns() throws {
        for (fields, kind) in [
            (Item.plainTexts, ImportKind.items), (Product.plainTexts, .products),
        ] {
            #expect(!fields.isEmpty)
            for field in fields {
                let column = try #require(ImportColumn(rawValue: field.name))
                #expect(kind.columns.contains(column))
                #expect(column.isText)
                for name in field.importedFrom {
                    #expect(ImportColumn(named: name, kind: kind) == column)
                }
            }
        }
    }

    @Test("A field without a named position follows the columns of its table")
    func including() {
        let fields = [Item.plainTexts[0], Product.plainTexts[0]]
        let columns: [ImportColumn] = [.itemName, .manufacturer]

        #expect(columns.including(fields) == [.itemName, .manufacturer, .unit])
    }
}
