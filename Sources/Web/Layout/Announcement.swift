import Hummingbird

/// What the last request did, told on the page that follows it.
///
/// It travels as a word in the address, and only words of this list are shown: an address cannot
/// put text on a page.
enum Announcement: String, Sendable, CaseIterable {
    case itemAdded = "item-added"
    case itemSaved = "item-saved"
    case itemDeleted = "item-deleted"
    case itemMoved = "item-moved"
    case photoSaved = "photo-saved"
    case photoDeleted = "photo-deleted"
    case assetTypeAdded = "asset-type-added"
    case assetTypeSaved = "asset-type-saved"
    case assetTypesMerged = "asset-types-merged"
    case assetTypesSeparated = "asset-types-separated"
    case assetTypeDeleted = "asset-type-deleted"
    case customerAdded = "customer-added"
    case customerSaved = "customer-saved"
    case customerDeleted = "customer-deleted"
    case customersMerged = "customers-merged"
    case customerAnonymized = "customer-anonymized"
    case productAdded = "product-added"
    case productSaved = "product-saved"
    case productDeleted = "product-deleted"
    case productRetired = "product-retired"
    case productOffered = "product-offered"
    case saleAdded = "sale-added"
    case saleVoided = "sale-voided"
    case returnAdded = "return-added"
    case itemSold = "item-sold"
    case groceryAdded = "grocery-added"
    case grocerySaved = "grocery-saved"
    case groceryDeleted = "grocery-deleted"
    case groceriesCleared = "groceries-cleared"
    case groceryUndone = "grocery-undone"
    case groceryRedone = "grocery-redone"
    case groceryStepSkipped = "grocery-step-skipped"
    case groceryStepMissing = "grocery-step-missing"

    /// The name of the parameter that carries it.
    static let parameter = "notice"
    /// The names of the parameters that may come with it: the item that it is about, and where that
    /// was before.
    static let itemParameter = "item"
    static let formerIndexParameter = "from"

    /// The names of all its parameters.
    static let parameters = [parameter, itemParameter, formerIndexParameter]

    /// The sentence that is shown.
    var text: String {
        switch self {
        case .itemAdded: "The item was added."
        case .itemSaved: "The item was saved."
        case .itemDeleted: "The item was deleted."
        case .itemMoved: "The item was moved."
        case .photoSaved: "The photo was saved."
        case .photoDeleted: "The photo was deleted."
        case .assetTypeAdded: "The type was added."
        case .assetTypeSaved: "The type was saved."
        case .assetTypesMerged: "The types were merged."
        case .assetTypesSeparated: "The type is back, with its items."
        case .assetTypeDeleted: "The type was deleted."
        case .customerAdded: "The customer was added."
        case .customerSaved: "The customer was saved."
        case .customerDeleted: "The customer was deleted, and the sales with them."
        case .customersMerged: "The customers were merged."
        case .customerAnonymized: "The person was removed. The sales are kept."
        case .productAdded: "The product was added."
        case .productSaved: "The product was saved."
        case .productDeleted: "The product was deleted."
        case .productRetired: "The product is retired. Its sales are kept."
        case .productOffered: "The product is offered again."
        case .saleAdded: "The sale was added."
        case .saleVoided: "The sale is void. It keeps its number and counts nowhere."
        case .returnAdded: "The return was added."
        case .itemSold: "The item is sold. It counts no more in the inventory."
        case .groceryAdded: "It is on the list."
        case .grocerySaved: "The grocery was saved."
        case .groceryDeleted: "The grocery was deleted."
        case .groceriesCleared: "What was ticked off is gone from the list."
        case .groceryUndone: "The change was undone."
        case .groceryRedone: "The change was done again."
        case .groceryStepSkipped:
            "That is impossible now, because somebody has changed the same thing since. "
                + "The step was skipped."
        case .groceryStepMissing: "There is nothing left to undo or to do again."
        }
    }
}

extension Request {
    /// What the request before this one did, if the address says so in a word that is known.
    var announcement: Announcement? {
        uri.queryParameters.get(Announcement.parameter).flatMap(Announcement.init(rawValue:))
    }
}
