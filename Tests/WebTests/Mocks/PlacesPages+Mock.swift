@testable import Web

extension LayoutPage {
    /// The layout of a page of the section of places.
    fileprivate static func places(_ title: String, crumbs: [PathLink] = []) -> LayoutPage {
        mock(title, section: "Photos", crumbs: crumbs)
    }
}

extension RecordIndexPage {
    /// A list of places or photos, which has no form for new ones.
    fileprivate static func mock(
        _ layout: LayoutPage, _ many: String, of path: String, isEmpty: Bool = false
    ) -> RecordIndexPage {
        var page = RecordIndexPage.mock(rows: isEmpty ? [] : ListRow.mocks)
        page.layout = layout
        page.many = many
        page.hasForm = false
        page.csvPath = "\(path).csv"
        page.jsonPath = "\(path).json"
        page.clearPath = path
        page.filter = .mock(of: path, example: "isFavorite == YES")
        page.sorts = [
            SortLink(label: "Name", path: path, isCurrent: true),
            SortLink(label: "Name, from Z", path: "\(path)?sort=-name"),
        ]
        page.chips = [FilterChip(label: "Favorites", count: "1", path: "\(path)?isFavorite=yes")]
        page.paging = Paging(ListQuery(), total: 120) { "\(path)?page=\($0.page)" }
        page.emptyHeading = "No \(many) yet"
        page.emptyText = "They stand here then."
        return page
    }
}

extension PlaceIndexPage {
    static var mock: PlaceIndexPage {
        let layout = LayoutPage.places("Albums")
        return PlaceIndexPage(
            list: .mock(layout, "places", of: "/places"), layout: layout, title: "Albums",
            summary: "120 places",
            rows: [
                PlaceRow(
                    anchor: "place-1", name: "Lyon & around", count: "0 photos",
                    hasFavorites: false, path: "/places/1"),
                PlaceRow(
                    anchor: "place-2", name: "חיפה", count: "1,204 photos", hasFavorites: true,
                    path: "/places/2", coverPath: "/photos/9/thumbnail?v=a-1"),
            ],
            folder: "/home/me/photos",
            failures: ["Flickr cannot be reached."], hasFlickrHint: true)
    }

    static var favoritesEmpty: PlaceIndexPage {
        let layout = LayoutPage.places("Favorites")
        return PlaceIndexPage(
            list: .mock(layout, "places", of: "/favorites", isEmpty: true), layout: layout,
            title: "Favorites", summary: "0 places")
    }

    static var nothingFound: PlaceIndexPage {
        var page = favoritesEmpty
        page.list.isEmpty = false
        page.list.isNothingFound = true
        page.list.nothingFoundText = "No place has “zz” in its name."
        return page
    }

    static var refused: PlaceIndexPage {
        var page = favoritesEmpty
        page.list.isEmpty = false
        page.list.isRefused = true
        page.list.filter = .refused(of: "/places")
        return page
    }
}

extension PhotoRow {
    static let mocks = [
        PhotoRow(
            anchor: "photo-1", title: "<bridge>.jpg", isFavorite: true, path: "/photos/1",
            thumbnailPath: "/photos/1/thumbnail?v=a-1"),
        PhotoRow(
            anchor: "photo-2", title: "market.jpg", isFavorite: false, path: "/photos/2",
            thumbnailPath: ""),
    ]
}

extension PhotoIndexPage {
    static var mock: PhotoIndexPage {
        let layout = LayoutPage.places(
            "Lyon", crumbs: [PathLink(label: "Albums", path: "/places")])
        return PhotoIndexPage(
            list: .mock(layout, "photos", of: "/places/1"), layout: layout, title: "Lyon",
            summary: "120 photos", rows: PhotoRow.mocks, hasUpload: true,
            upload: PhotoUploadForm(
                path: "/places/1/photos", accept: "image/jpeg,image/png",
                hint: "JPEG, PNG; several at once, 25 MB each at most"))
    }

    static var refusedUpload: PhotoIndexPage {
        var page = mock
        page.show(
            FormRefusal(faults: [
                FormFault(
                    field: "photo", label: "Photos",
                    message: "this is a PDF document, not a picture")
            ]))
        return page
    }

    static var recents: PhotoIndexPage {
        var page = mock
        page.title = "Recents"
        page.hasUpload = false
        page.rows[0].place = "Lyon"
        page.rows[0].removalPath = "/photos/1/views/delete?next=recents"
        page.rows[0].removalLabel = "Remove <bridge>.jpg from recents"
        return page
    }

    static var empty: PhotoIndexPage {
        var page = mock
        page.rows = []
        page.list = .mock(page.layout, "photos", of: "/places/1", isEmpty: true)
        return page
    }
}

extension PhotoShowPage {
    static var mock: PhotoShowPage {
        var page = bare
        page.isFavorite = true
        (page.hasSize, page.width, page.height) = (true, "4032", "3024")
        page.previousPath = "/photos/1"
        page.nextPath = "/photos/3"
        page.position = "2 of 3"
        page.takenAt = "July 16, 2014, 03:34"
        page.takenAtISO = "2014-07-16T03:34:45"
        page.camera = "Acme One"
        page.coordinates = "48.85823° N, 2.29450° W"
        page.mapPath = "https://www.openstreetmap.org/?mlat=48.85823&mlon=-2.29450"
        page.fileSize = "2.1 MB"
        return page
    }

    static var broken: PhotoShowPage {
        var page = bare
        page.problem = "The JPEG picture is cut off."
        page.isVanished = true
        return page
    }

    private static var bare: PhotoShowPage {
        PhotoShowPage(
            layout: .places(
                "market.jpg",
                crumbs: [
                    PathLink(label: "Albums", path: "/places"),
                    PathLink(label: "Lyon", path: "/places/1"),
                ]),
            title: "market.jpg", imagePath: "/photos/2/image?v=a-2", isFavorite: false,
            favoritePath: "/photos/2/favorite", deleteFavoritePath: "/photos/2/favorite/delete",
            viewsPath: "/photos/2/views", placeName: "Lyon", placePath: "/places/1", fileSize: "",
            isVanished: false, jsonPath: "/photos/2.json")
    }
}
