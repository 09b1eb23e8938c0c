import Foundation

/// What an item gets of a figure that another program allows and an item here does not have: half a piece,
/// none at all, fractions of a cent.
struct ImportFigure: Hashable {
    /// What stands in the cell instead: the nearest that an item can have, or ``none``.
    let text: String
    /// Whether that is another figure, so that the one that came is kept in the notes.
    let isChanged: Bool

    /// The quantity of what there is none of: the item is there, and worth nothing.
    static let none = "none"

    /// A quantity that is no whole number from 1 on; nil for one that is taken as it is.
    init?(quantity cell: String) {
        guard !cell.isEmpty, Int(cell).map({ !Item.quantities.contains($0) }) ?? true else {
            return nil
        }
        guard let exact = Self.number(cell) else {
            self.init(text: "1", isChanged: true)
            return
        }
        guard exact > 0 else {
            self.init(text: Self.none, isChanged: true)
            return
        }
        let whole = min(
            max(Self.rounded(exact, places: 0), Decimal(Item.quantities.lowerBound)),
            Decimal(Item.quantities.upperBound))
        self.init(text: "\(whole)", isChanged: whole != exact)
    }

    /// An amount of money below zero, or with more than cents; nil for one that is taken as it is.
    init?(amount cell: String) {
        guard let exact = Self.number(cell) else { return nil }
        if exact < 0 {
            self.init(text: "", isChanged: true)
        } else if !Money.hasCentsAtMost(exact) {
            self.init(text: Money.plainText(Self.rounded(exact, places: 2)), isChanged: true)
        } else {
            return nil
        }
    }

    private init(text: String, isChanged: Bool) {
        (self.text, self.isChanged) = (text, isChanged)
    }

    /// A number as programs write it; nil for anything else.
    private static func number(_ cell: String) -> Decimal? {
        guard (1...40).contains(cell.count), cell.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
        else { return nil }
        return Decimal(string: cell, locale: Locale(identifier: "en_US_POSIX"))
    }

    private static func rounded(_ number: Decimal, places: Int) -> Decimal {
        var (exact, rounded) = (number, Decimal())
        NSDecimalRound(&rounded, &exact, places, .plain)
        return rounded
    }
}
