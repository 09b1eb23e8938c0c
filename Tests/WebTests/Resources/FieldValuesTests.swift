import Domain
import Foundation
import Persistence
import Testing

@testable import Web

@Suite("Values of described fields")
struct FieldValuesTests {
    @Test(
        "A field’s text, member and cell follow from its kind",
        arguments: [
            (FieldDescription.Kind.line(limit: 10), AttributeValue.string("A-1"), "\"A-1\"", "A-1"),
            (.line(limit: 10), .null, "null", ""), (.text(limit: 10), .string(""), "null", ""),
            (.money, .decimal(24.5), "\"24.50\"", "24.50"),
            (.quantity(0...10), .decimal(1.5), "1.5", "1.5"),
            (.integer(0...9), .integer(7), "7", "7"),
            (
                .day, .date(Date(timeIntervalSince1970: 1_795_910_400)), "\"2026-11-29\"",
                "2026-11-29"
            ),
        ])
    func kinds(
        _ kind: FieldDescription.Kind, _ value: AttributeValue, _ json: String, _ cell: String
    ) {
        let value = FieldDescription("plate", "Plate", kind).value(value)

        #expect(value.json.text == json)
        switch value.cell {
        case .text(let text), .plain(let text): #expect(text ?? "" == cell)
        }
    }

    @Test("Every described field has a label, and those of items a position in each table")
    func everyField() {
        for description in RecordDescription.all {
            for field in description.fields {
                #expect(!field.label.isEmpty)
                #expect(
                    FormText.label(of: field.name, in: description.entity.rawValue) == field.label)
            }
        }
        let items = ItemValues.members(SiteLinks(basePath: .root))
        for field in Item.description.fields {
            #expect(items.contains { $0.name == field.name })
        }
        for field in Product.description.fields {
            #expect(ProductValues.members.contains { $0.name == field.name })
        }
    }
}
