import Foundation
public import Persistence

extension LabelFormat {
    /// Common commercial formats, with their makers' measures.
    public static let known: [LabelFormat] = [
        LabelFormat("L7160", "Avery L7160", label: (63.5, 38.1), 3, by: 7),
        LabelFormat("L4731", "Avery L4731", label: (25.4, 10), 7, by: 27),
        LabelFormat("L7651", "Avery L7651", label: (38.1, 21.2), 5, by: 13),
        LabelFormat("L7636", "Avery L7636", label: (45.7, 21.2), 4, by: 12),
        LabelFormat("L7654", "Avery L7654", label: (45.7, 25.4), 4, by: 10),
        LabelFormat("L7159", "Avery L7159", label: (63.5, 33.9), 3, by: 8),
        LabelFormat("L7161", "Avery L7161", label: (63.5, 46.6), 3, by: 6),
        LabelFormat("L7162", "Avery L7162", label: (99.1, 33.9), 2, by: 8),
        LabelFormat("L7163", "Avery L7163", label: (99.1, 38.1), 2, by: 7),
        LabelFormat("L7164", "Avery L7164", label: (63.5, 72), 3, by: 4),
        LabelFormat("L7165", "Avery L7165", label: (99.1, 67.7), 2, by: 4),
        LabelFormat("L7173", "Avery L7173", label: (99.1, 57), 2, by: 5),
        LabelFormat(
            "5160", "Avery 5160, Letter", page: letter, label: (66.675, 25.4), 3, by: 10,
            gap: (3.175, 0)),
        LabelFormat(
            "5163", "Avery 5163, Letter", page: letter, label: (101.6, 50.8), 2, by: 5,
            gap: (4.7625, 0)),
        LabelFormat(
            "5167", "Avery 5167, Letter", page: letter, label: (44.45, 12.7), 4, by: 20,
            gap: (7.62, 0)),
        LabelFormat(roll: "99010", "DYMO 99010", 89, 28),
        LabelFormat(roll: "99012", "DYMO 99012", 89, 36),
        LabelFormat(roll: "99014", "DYMO 99014", 101, 54),
        LabelFormat(roll: "11352", "DYMO 11352", 54, 25),
        LabelFormat(roll: "11354", "DYMO 11354", 57, 32),
        LabelFormat(roll: "11355", "DYMO 11355", 51, 19),
        LabelFormat(roll: "DK-11201", "Brother DK-11201", 90, 29),
        LabelFormat(roll: "DK-11204", "Brother DK-11204", 54, 17),
        LabelFormat(roll: "DK-11208", "Brother DK-11208", 90, 38),
        LabelFormat(roll: "DK-11209", "Brother DK-11209", 62, 29),
        LabelFormat(roll: "DK-11221", "Brother DK-11221", 23, 23),
    ]

    /// All formats: the household's own first, by name.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [LabelFormat] {
        let request = FetchRequest<LabelSheet>(
            sortBy: [SortDescriptor(\.name.localizedStandard)])
        return try context.fetch(request).map { LabelFormat($0) } + known
    }
}
