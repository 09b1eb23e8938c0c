@testable import Web

extension ScanPage {
    static func mock(isRefused: Bool = false) -> ScanPage {
        var page = ScanPage(
            layout: .mock("Scan"), summary: "2 codes were read", purpose: "items",
            codes: isRefused
                ? []
                : [
                    Code(
                        text: "4006381333931", format: "EAN-13",
                        records: [
                            SearchPage.Hit(
                                label: "Mug <large>", detail: "Shelf", value: "$4.50",
                                thumbnailPath: "/items/1/thumbnail?v=1-a", path: "/products/1")
                        ]),
                    Code(
                        text: "SN-<1>", format: "Code 128", records: [], isUnknown: true,
                        choices: [
                            PathLink(label: "New item", path: "/items/new?serialNumber=SN-%3C1%3E")
                        ]),
                ])
        if isRefused { page.refuse(FormRefusal("photo", "Photo", "no code can be read in it")) }
        return page
    }
}
