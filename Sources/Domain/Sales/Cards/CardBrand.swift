/// Card brands, by the first digits of a number.
enum CardBrand: String, CaseIterable {
    case visa = "Visa"
    case mastercard = "Mastercard"
    case americanExpress = "American Express"
    case discover = "Discover"
    case dinersClub = "Diners Club"
    case jcb = "JCB"
    case unionPay = "UnionPay"
    case maestro = "Maestro"

    init?(_ digits: ArraySlice<UInt8>) {
        let start = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
        guard digits.count >= 4, let brand = Self(firstFour: start) else { return nil }
        self = brand
    }

    /// The lengths of current card numbers.
    var lengths: [Int] {
        switch self {
        case .americanExpress: [15]
        case .dinersClub: [14, 16]
        case .visa: [16, 19]
        case .maestro: [16, 18, 19]
        case .unionPay: [16, 19]
        case .mastercard, .discover, .jcb: [16]
        }
    }

    private init?(firstFour start: Int) {
        switch start {
        case 4000...4999: self = .visa
        case 5100...5599, 2221...2720: self = .mastercard
        case 3400...3499, 3700...3799: self = .americanExpress
        case 6011, 6440...6599: self = .discover
        case 3000...3059, 3095, 3600...3699, 3800...3999: self = .dinersClub
        case 3528...3589: self = .jcb
        case 6200...6299: self = .unionPay
        case 5000...5099, 5600...5899, 6300...6399, 6700...6799: self = .maestro
        default: return nil
        }
    }
}
