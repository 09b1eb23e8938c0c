import Domain

extension TaxRate: TitledRecord {}
