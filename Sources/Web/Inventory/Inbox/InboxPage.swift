import Domain
import Foundation
import Hummingbird
import ObjectModel
import Persistence

/// The inbox page: photos with a field for the name of each item.
struct InboxPage: TemplatePage {
    static let template = "inventory/inbox"

    var layout: LayoutPage
    /// `12 drafts`.
    var summary: String
    var path: String
    /// The accepted media types.
    var accept: String
    var photoFault: FormField
    var drafts: [Draft]
    /// The location and the type for the next items.
    var location: String
    var newLocation = NewLocationField()
    var assetType: String
    var locations: [SelectOption]
    var assetTypes: [SelectOption]
    var summaryOfFaults = FaultSummary()

    /// A draft.
    struct Draft: Sendable {
        var number: String
        var photos: [Photo]
        /// `Taken May 1, 2026`, or the name of its file.
        var detail: String
        var name: FormField
        /// Whether its field has the focus.
        var hasFocus: Bool
        /// The action of the form for the name.
        var path: String
        var deletePath: String
        /// Empty if it has a single photo.
        var splitPath: String
        /// The draft before it, into which it can be merged.
        var former: String
        var mergePath: String
    }

    /// A photo of a draft.
    struct Photo: Sendable {
        var thumbnailPath: String
        var imagePath: String
        /// `Photo 2 of draft 5`.
        var label: String
    }
}

extension InboxPage {
    init(
        _ drafts: [InboxDraft], _ names: ItemNames, _ choice: InboxChoice, _ inventory: Inventory,
        notices: [Notice]
    ) {
        let links = inventory.links
        self.init(
            layout: inventory.site.layout(
                title: "Inbox", section: .inventory, subsection: .inbox, notices: notices),
            summary: drafts.isEmpty
                ? "Photos of things that have no name yet"
                : "\(ItemCount.text(drafts.count, "draft", "drafts")), in no list and no sum until "
                    + "\(drafts.count == 1 ? "it has a name" : "they have names")",
            path: links(.inbox),
            accept: PhotoField.acceptedTypes,
            photoFault: FormField(), drafts: [],
            location: choice.location, assetType: choice.assetType,
            locations: names.locationOptionsWithNew(selected: choice.location),
            assetTypes: names.typeOptions(selected: choice.assetType))
        layout.alternates = ListQuery().onOnePage.alternates(of: .inbox, links)
        newLocation.value = choice.newLocation
        self.drafts = drafts.enumerated().map { index, draft in
            Draft(
                draft, index, former: index > 0 ? drafts[index - 1].number : nil, choice, links)
        }
    }

    /// Shows the fault of a name in the field of its draft.
    mutating func refuse(_ refusal: ValidationErrors, _ typed: String, draft number: Int64?) {
        if let number, let index = drafts.firstIndex(where: { $0.number == "\(number)" }) {
            for other in drafts.indices { drafts[other].hasFocus = false }
            drafts[index].name = FormField(typed, fault: refusal.message(for: "itemName"))
            drafts[index].hasFocus = true
        }
        let newField = newLocation.name
        newLocation.fault = refusal.message(for: newField) ?? ""
        photoFault = FormField(fault: refusal.message(for: InboxUpload.field))
        summaryOfFaults = FaultSummary(
            refusal.faults.map { fault in
                let field =
                    switch fault.field {
                    case "itemName": "name-\(number ?? 0)"
                    case newField, InboxUpload.field: fault.field
                    default: ""
                    }
                return FaultLink(field: field, text: fault.text)
            })
    }
}

extension InboxPage.Draft {
    fileprivate init(
        _ draft: InboxDraft, _ index: Int, former: Int64?, _ choice: InboxChoice,
        _ links: SiteLinks
    ) {
        let count = draft.photos.count
        let taken = draft.photos.compactMap(\.captureDate).first
        self.init(
            number: "\(draft.number)",
            photos: draft.photos.enumerated().map { place, photo in
                InboxPage.Photo(
                    thumbnailPath: links(.inboxThumbnail(photo.savedNumber)),
                    imagePath: links(.inboxImage(photo.savedNumber)),
                    label: count == 1
                        ? "Photo of draft \(index + 1)"
                        : "Photo \(place + 1) of draft \(index + 1)")
            },
            detail: taken.map { "Taken \(DateText.captureDay($0))" }
                ?? draft.photos.first?.fileName ?? "",
            name: FormField(),
            hasFocus: draft.number == choice.next || (choice.next == nil && index == 0),
            path: links(.inboxDraft(draft.number)),
            deletePath: links(.deleteInboxDraft(draft.number)),
            splitPath: count > 1 ? links(.splitInboxDraft(draft.number)) : "",
            former: former.map { "\($0)" } ?? "",
            mergePath: links(.mergeInboxDraft(draft.number)))
    }
}

/// The choices that stay from one name to the next: location, type and next draft.
struct InboxChoice: Sendable {
    /// The number of the location; empty for none.
    var location = ""
    /// The name of a location to create with the next item; empty for none.
    var newLocation = ""
    var assetType = ""
    /// The draft whose field has the focus; nil for the first.
    var next: Int64?

    /// The fields of a form that say it.
    static let parameters: [RouteParameter] = ["location", "newLocation", "assetType"]

    init() {}

    /// - Throws: ``SiteError`` 400 if the query is not UTF-8 text.
    init(_ request: Request) throws {
        self.init(try request.namedFields)
        next = try request.namedFields["next"].flatMap { Int64($0) }
    }

    init(_ form: FormData) {
        location = form["location"] ?? ""
        newLocation = form[ChosenLocation.nameField("location")] ?? ""
        assetType = form["assetType"] ?? ""
    }

    /// The address of the inbox with the same choices.
    var path: SitePath {
        let fields = [
            ("location", location),
            (
                ChosenLocation.nameField("location"),
                location == ChosenLocation.newValue ? newLocation : ""
            ), ("assetType", assetType),
            ("next", next.map { "\($0)" } ?? ""),
        ]
        return .inbox.query(fields.filter { !$0.1.isEmpty })
    }
}

/// A draft: the photos of one thing without a name.
struct InboxDraft {
    let photos: [InboxPhoto]

    /// The number for addresses: that of the first photo.
    var number: Int64 { photos.first?.savedNumber ?? 0 }

    static func all(in context: ManagedObjectContext) throws -> [InboxDraft] {
        try InboxPhoto.all(in: context).map(InboxDraft.init)
    }

    /// The schema of a draft as JSON.
    static let schema = JSONSchema.members("id photos")

    func json(_ links: SiteLinks) -> JSONValue {
        let photos = photos.map { photo in
            JSONValue.object([
                ("id", .int(photo.savedNumber)), ("fileName", .string(photo.fileName ?? "")),
                ("captureDate", .string(photo.captureDate.map(ISO8601Text.capture))),
                ("thumbnail", .string(links(.inboxThumbnail(photo.savedNumber)))),
                ("image", .string(links(.inboxImage(photo.savedNumber)))),
            ])
        }
        return .object([("id", .int(number)), ("photos", .array(photos))])
    }

    static let list = MemoryList<InboxDraft>(
        "Draft",
        [
            .init("id", .integer64) { .integer($0.number) },
            .init("photoCount", .integer64) { .integer(Int64($0.photos.count)) },
            .init("fileName", .string) { .text($0.photos.first?.fileName) },
            .init("captureDate", .date) { .moment($0.photos.first?.captureDate) },
        ], searching: ["fileName"])
}
