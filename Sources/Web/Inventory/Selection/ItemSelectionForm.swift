import Domain

/// The form that changes several items at once: those that are ticked in the list.
struct ItemSelectionForm: Sendable {
    /// Where the form is posted.
    var path = ""
    /// The view of the list, to which the answer leads back.
    var view = ""
    var locations: [SelectOption] = []
    var newLocation = NewLocationField()
    var assetTypes: [SelectOption] = []
    var tags: [SelectOption] = []
    var hasTags = false

    init() {}

    init(_ list: ItemList, _ links: SiteLinks) {
        path = links(.itemSelection)
        view = QueryText.encode(list.request.query.at(page: 1).parameters)
        locations = list.names.locationOptionsWithNew(selected: "")
        newLocation.id = "selection-new-location"
        assetTypes = list.names.typeOptions(selected: "")
        tags = list.names.tagOptions(selected: "", none: "Choose a tag")
        hasTags = !list.names.tags.isEmpty
    }
}
