import Foundation
import ObjectModel

/// Model files with modifications that make them invalid or different.
enum HostileModel {
    static let sources = [Library.model, Farm.model, Zoo.model, Club.model, Shop.model].map(
        \.xmlText)

    private static let values = [
        "", "0", "1", "-1", "YES", "NO", "nan", "inf", "1e999", "99999999999999999999",
        "-9223372036854775808", "String", "Integer 16", "Transformable", "Composite", "Decimal",
        "Date", "Undefined", "Cascade", "Deny", "Author", "Book", "books", "SELF == SELF",
        "books.@count", "books.@sum.price", "canonical:(title)", "now()", "((((", "[", "a{9999}",
        "&#0;", "&lt;", "&amp;amp;", "&unknown;", "&#x10FFFF;", "é\u{301}", "RTree", "descending",
    ]
    private static let fragments = [
        "<", ">", "/>", "<![CDATA[", "]]>", "<!--", "-->", "<?x?>", "<!DOCTYPE a>", "&", "\"",
        "\u{0}",
        "<entity name=\"Book\"/>", "<attribute name=\"title\"/>", "<userInfo>", "</userInfo>",
        "</entity>", "<entity>", "<uniquenessConstraints>", "</model>", "<model>", "\u{FEFF}",
        "<compositeAttribute name=\"C\"><attribute name=\"c\" attributeType=\"Composite\" "
            + "compositeName=\"C\"/></compositeAttribute>",
        "parentEntity=\"Book\"", "isAbstract=\"YES\"", "ordered=\"YES\"", "derived=\"YES\"",
    ]

    static func data(_ random: inout SplitMix) -> Data {
        var lines = random.pick(sources).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        for _ in 0...random.below(5) where !lines.isEmpty { change(&lines, &random) }
        var bytes = Array(lines.joined(separator: "\n").utf8)
        if random.chance(0.2) { random.damage(&bytes, times: 1 + random.below(4)) }
        return Data(bytes)
    }

    private static func change(_ lines: inout [String], _ random: inout SplitMix) {
        let place = random.below(lines.count)
        switch random.below(8) {
        case 0: lines.removeSubrange(random.range(in: lines.count, upTo: 4))
        case 1:
            let range = random.range(in: lines.count, upTo: 12)
            lines.insert(contentsOf: lines[range], at: place)
        case 2: lines.swapAt(place, random.below(lines.count))
        case 3: lines.insert(random.pick(fragments), at: place)
        case 4:
            let unit = random.chance(0.5) ? random.pick(fragments) : lines[place]
            lines.insert(String(repeating: unit, count: random.below(300)), at: place)
        default: changeValue(of: &lines[place], &random)
        }
    }

    /// Changes the value of an element's attribute.
    private static func changeValue(of line: inout String, _ random: inout SplitMix) {
        var parts = line.components(separatedBy: "\"")
        guard parts.count > 2 else { return }
        parts[1 + 2 * random.below((parts.count - 1) / 2)] = random.pick(values)
        line = parts.joined(separator: "\"")
    }
}
