@testable import Web

extension ItemRow {
    /// Rows of every shape: long names, names from right to left, missing parts.
    static func mocks(count: Int) -> [ItemRow] {
        (0..<count).map { index in
            var row = samples[index % samples.count]
            row.anchor = "item-\(index + 1)"
            row.itemKey = "\(index + 1)"
            row.path = "/items/\(index + 1)"
            if !row.thumbnailPath.isEmpty {
                row.thumbnailPath = "/items/\(index + 1)/thumbnail?v=\(index % samples.count)"
            }
            return row
        }
    }

    private static let samples = [
        sample("Walnut sideboard", "WS-2041", "Furniture", "$1,480", "Mar 3, 2026"),
        sample("Grandmother’s pearl necklace", "", "Jewelry", "$2,900", "Mar 3, 2026"),
        sample("OLED television 55″, living room", "OL55C3-88120-4", "Electronics", "$1,149"),
        sample("Floor lamp", "", "Furniture", "$180", hasThumbnail: false),
        sample("מצלמה ישנה עם שלוש עדשות", "LEI-99120", "Electronics", "$3,250"),
        sample("Red high-heeled shoes", "", "", "$90"),
        sample(
            "Encyclopædia Britannica, eleventh edition, twenty-nine volumes, half morocco, "
                + "the set from the house in Harrow, volume 17 rebound in 1951",
            "SN-0000-1111-2222-3333-4444-5555-6666-7777", "Books, maps and prints", "$1,100"),
        sample("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter", "", "", ""),
        sample("خزانة خشب الجوز", "", "Furniture", "$640"),
        sample("🎸", "", "Musical instruments and everything that belongs to them", "$12,480,000"),
    ]

    private static func sample(
        _ name: String, _ serialNumber: String, _ assetType: String, _ value: String,
        _ date: String = "Apr 19, 2026", hasThumbnail: Bool = true
    ) -> ItemRow {
        ItemRow(
            anchor: "", itemKey: "", name: name,
            small: serialNumber, assetType: assetType,
            value: value, dateAdded: date,
            thumbnailPath: hasThumbnail ? "/thumbnail" : "", path: "")
    }
}
