@testable import Web

extension InboxPage {
    static func mock(isEmpty: Bool = false, isRefused: Bool = false) -> InboxPage {
        var page = InboxPage(
            layout: .mock("Inbox", subsection: "Inbox"),
            summary: isEmpty
                ? "Photos of things that have no name yet"
                : "2 drafts, in no list and no sum until they have names",
            path: "/inbox", accept: "image/*",
            photoFault: FormField(fault: isEmpty ? "It is no picture." : nil),
            drafts: isEmpty ? [] : [.mock(1), .mock(2)], location: "1",
            assetType: "",
            locations: [SelectOption(value: "1", label: "House", isSelected: true)],
            assetTypes: [SelectOption(value: "", label: "No type", isSelected: true)])
        if isRefused {
            page.drafts[1].name = FormField("<", fault: "It is too long.")
            page.summaryOfFaults = FaultSummary([
                FaultLink(field: "name-2", text: "Name: it is too long")
            ])
        }
        return page
    }
}

extension InboxPage.Draft {
    fileprivate static func mock(_ number: Int) -> InboxPage.Draft {
        let photos = (1...number).map { place in
            InboxPage.Photo(
                thumbnailPath: "/inbox/\(place)/thumbnail", imagePath: "/inbox/\(place)/image",
                label: "Photo \(place) of draft \(number)")
        }
        return InboxPage.Draft(
            number: "\(number)", photos: photos,
            detail: number == 1 ? "Taken May 1, 2026" : "IMG_<2>.jpg", name: FormField(),
            hasFocus: number == 1, path: "/inbox/\(number)",
            deletePath: "/inbox/\(number)/delete", splitPath: "/inbox/\(number)/split",
            hasSeveral: number > 1, former: number > 1 ? "1" : "",
            mergePath: "/inbox/\(number)/merge")
    }
}
