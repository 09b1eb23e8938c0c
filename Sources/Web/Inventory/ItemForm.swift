import Mustache

/// The fields of an item, shared by the pages that add, change and reconcile one.
struct ItemForm: Sendable {
    /// Where the form is posted.
    var path: String
    /// Where “Cancel” leads.
    var cancelPath: String
    /// Whether a new item is made.
    var isNew = false
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    var hasVersion = false
    /// Stands for the values that the form was filled with; sent with the version.
    var shownValues = ""

    var summary = FaultSummary()
    var itemName = FormField()
    var serialNumber = FormField()
    var valueInDollars = FormField()
    var assetType = FormField()
    var assetTypes: [SelectOption] = []
    var photo = PhotoField()
}

extension ItemForm: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "path": path
        case "cancelPath": cancelPath
        case "isNew": isNew
        case "version": version
        case "hasVersion": hasVersion
        case "shownValues": shownValues
        case "summary": summary
        case "itemName": itemName
        case "serialNumber": serialNumber
        case "valueInDollars": valueInDollars
        case "assetType": assetType
        case "assetTypes": assetTypes
        case "photo": photo
        default: nil
        }
    }
}
