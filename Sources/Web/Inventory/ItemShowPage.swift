/// One item.
struct ItemShowPage: TemplatePage {
    static let template = "inventory/show"

    var layout: LayoutPage

    var name: String
    /// Whether the heading may have to cut the name off, so that it is told in full below.
    var hasLongName = false
    var serialNumber = ""
    var hasValue = false
    /// `$1,480`.
    var value = ""
    var assetType = ""
    /// The page of its type.
    var assetTypePath = ""
    /// Whether it is known where it is; the place is among the details then.
    var hasLocation = false
    /// Where its form asks for that.
    var locationPath = ""
    /// Where it is, what it is in, how it was bought: what is known of that.
    var details: [ItemFact] = []
    /// The label with its code.
    var labelPath = ""
    /// Where it is lent; nothing that is lent can be lent again.
    var lendPath = ""
    var isLent = false
    /// `To Bob since May 1, 2026. Due June 1, 2026`.
    var loan = ""
    var loanPath = ""
    var returnPath = ""
    /// What is to be done about it, and where more is planned.
    var care: [ItemCare] = []
    var planPath = ""
    var tags: [ItemTag] = []
    /// The items that are in it.
    var contents: [PathLink] = []
    /// The form of a new item in it.
    var newContentPath = ""
    var notes = ""
    /// `March 3, 2026`.
    var dateAdded: String
    var dateAddedISO: String
    var isSold = false
    /// `November 21, 2026`.
    var daySold = ""
    /// The customer to whom it was sold, and the sale.
    var soldLinks: [PathLink] = []
    /// Where it is sold.
    var sellPath: String
    var itemKey: String
    /// How often it was changed.
    var version: String

    /// `3`, from 1.
    var place: String
    /// `1,284`.
    var placeCount: String

    /// Whether there is a picture.
    var hasImage = false
    /// The thumbnail, under an address that changes with it.
    var thumbnailPath = ""
    /// The controls that add or replace the picture.
    var photo = PhotoField()
    /// The original; POST replaces it.
    var imagePath: String
    var imageDeletePath: String
    /// The large view of the photo.
    var photoPath = ""
    /// The photos behind the first.
    var furtherPhotos: [PhotoTile] = []
    /// Where photos are added and put in order.
    var photosPath = ""
    var documents: [DocumentTile] = []
    /// The form that adds a document.
    var documentForm = DocumentForm(path: "", hint: "")
    var documentsPath = ""
    /// What it was worth over time.
    var valueChart = ValueChart()

    var editPath: String
    var deletePath: String
    /// The picker of types.
    var assetTypePickerPath: String
    var positionPath: String
    var jsonPath: String
    /// The list, at this item.
    var indexPath: String
    /// The command that makes this item.
    var curl: String
}
