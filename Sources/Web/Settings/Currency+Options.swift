import Domain
import Foundation

extension Currency {
    /// The currencies to choose from, with their names: `EUR · Euro`.
    static func options(selected code: String) -> [SelectOption] {
        named.map {
            SelectOption(value: $0.code, label: $0.label, isSelected: $0.code == code)
        }
    }

    private static let named: [(code: String, label: String)] = {
        let english = Locale(identifier: "en_US")
        return all.map { currency in
            let name = english.localizedString(forCurrencyCode: currency.code)
            return (currency.code, name.map { "\(currency.code) · \($0)" } ?? currency.code)
        }
    }()
}
