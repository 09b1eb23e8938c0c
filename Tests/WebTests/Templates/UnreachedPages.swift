@testable import Web

/// The pages that no request reaches at a sensible cost, with values made by hand.
enum UnreachedPages {
    /// The pages with their status, by the names of their snapshots.
    static var named: [String: (status: Int, page: any TemplatePage)] {
        [
            "error-503": (503, away), "import-progress": (200, progress),
            "photo-broken": (200, brokenPhoto),
        ]
    }

    /// Answered pages with parts that depend on other servers, pictures of codes, and large files.
    static func completed(_ models: [any Sendable]) -> [any TemplatePage] {
        func first<Page: TemplatePage>(_ complete: (inout Page) -> Void) -> [any TemplatePage] {
            guard var page = models.lazy.compactMap({ $0 as? Page }).first else { return [] }
            complete(&page)
            return [page]
        }
        return first { (page: inout RemindersPage) in
            page.reminders = [
                .init(
                    date: "November 20, 2026, 07:00", state: "Webhook: not sent, 2 attempts",
                    detail: "The server cannot be reached. Next attempt: 07:06")
            ]
        }
            + first { (page: inout ScanPage) in
                page.codes = [
                    .init(
                        text: "SN-<1>", format: "Code 128",
                        records: [
                            SearchPage.Hit(
                                label: "Mug <large>", detail: "Shelf", value: "$4.50",
                                thumbnailPath: "/items/1/thumbnail?v=1-a", path: "/products/1")
                        ], isUnknown: true,
                        choices: [PathLink(label: "New item", path: "/items/new?serialNumber=1")])
                ]
            }
            + first { (page: inout PlaceIndexPage) in page.failures = ["Flickr cannot be reached."]
            }
            + first { (page: inout EntityPage) in
                page.rules = [.init(format: "price > 0", message: "It costs something")]
            }
            + first { (page: inout ImportDonePage) in page.obstacles = ["A grocery was changed."] }
            + first { (page: inout ImportPlanPage) in
                page.warnings = ["No sale has the number 7."]
            }
    }

    /// The answer to a form while the database is away.
    private static var away: ErrorPage {
        let error = SiteError.storeUnavailable(isOutcomeUnknown: false, isChange: true)
        var form = FormData()
        for (name, value) in [
            ("form", "1x9"), ("itemName", "Oak table"), ("shown[itemName]", ""),
            ("notes", "From the market.\nOne leg is loose."),
        ] {
            form.append(FormData.Field(name: name, value: value))
        }
        var sent = FormResubmission(form)
        sent?.losses = ["Files are not kept here (table.jpg): choose them again afterwards."]
        return ErrorPage(
            layout: LayoutPage(title: error.title), status: "503", heading: error.title,
            message: error.detail, details: ["The first", "The second"],
            links: [PathLink(label: "To the inventory", path: "/items")],
            resubmissions: sent.map { [$0] } ?? [], requestID: "7f3a")
    }

    /// The progress of an import, which is over when a test looks.
    private static var progress: ImportProgressPage {
        ImportProgressPage(
            layout: LayoutPage(title: "Import"), name: "things.csv",
            words: "Checking each row: 40 %", percent: "40", canCancel: true,
            cancelPath: "/imports/1/cancel", path: "/imports/1")
    }

    /// A photograph that was damaged and then removed in its folder, which tests do not follow.
    private static var brokenPhoto: PhotoShowPage {
        var page = PhotoShowPage(
            layout: LayoutPage(title: "market.jpg"), title: "market.jpg",
            imagePath: "/photos/2/image?v=a-2", favoritePath: "/photos/2/favorite",
            deleteFavoritePath: "",
            viewsPath: "/photos/2/views", placeName: "Lyon", placePath: "/places/1", fileSize: "",
            isVanished: true, jsonPath: "/photos/2.json")
        page.problem = "The JPEG picture is cut off."
        page.takenAt = "July 16, 2014, 03:34"
        page.takenAtISO = "2014-07-16T03:34:45"
        page.camera = "Acme One"
        page.coordinates = "48.85823° N, 2.29450° W"
        page.mapPath = "https://www.openstreetmap.org/?mlat=48.85823&mlon=-2.29450"
        return page
    }
}
