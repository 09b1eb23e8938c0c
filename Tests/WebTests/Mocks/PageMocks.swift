@testable import Web

/// The pages that tests look at; together they fill every list and set every flag.
enum PageMocks {
    /// The pages with a snapshot of their content, by its name.
    static var named: [String: any TemplatePage] {
        [
            "overview": OverviewPage.mock(),
            "overview-empty": OverviewPage.mock(isEmpty: true),
            "backup": BackupPage.mock(),
            "backup-first": BackupPage.mock(hasLast: false),
            "items": ItemIndexPage.mock(rows: 3),
            "items-empty": ItemIndexPage.mock(rows: 0),
            "items-page-3": ItemIndexPage.thirdPage,
            "items-filtered": ItemIndexPage.filtered,
            "items-nothing-found": ItemIndexPage.nothingFound,
            "items-refused": ItemIndexPage.refused,
            "item": ItemShowPage.mock(),
            "item-bare": ItemShowPage.bare,
            "item-new": ItemNewPage.mock(),
            "item-refused": ItemNewPage.mock(form: .refused),
            "item-refused-photo": ItemNewPage.mock(form: .refusedPhoto),
            "item-edit": ItemEditPage.mock,
            "item-conflict": ItemConflictPage.mock,
            "item-delete": ItemDeletePage.mock,
            "item-image-refused": ItemImagePage.mock,
            "item-asset-type": ItemAssetTypePage.mock,
            "asset-type": AssetTypeShowPage.mock,
            "asset-type-merge": AssetTypeMergePage.mock(),
            "asset-type-merge-refused": AssetTypeMergePage.mock(isRefused: true),
            "search": SearchPage.mock(),
            "search-nothing": SearchPage.mock(hasHits: false),
            "sections": SectionsPage.mock,
            "sign-in": SignInPage.mock(),
            "sign-in-refused": SignInPage.mock(isRefused: true),
            "sign-in-again": SignInPage.mock(isAgain: true),
            "account": AccountPage.mock(),
            "account-refused": AccountPage.mock(isRefused: true),
            "people": PeoplePage.mock(),
            "people-first": PeoplePage.mock(isFirst: true),
            "people-refused": PeoplePage.mock(isRefused: true),
            "book-category": BookCategoryShowPage.mock(),
            "book-category-empty": BookCategoryShowPage.mock(hasBooks: false),
            "book": BookShowPage.mock(),
            "book-bare": BookShowPage.mock(hasPages: false),
            "book-page": PageShowPage.mock,
            "book-samples": BookSamplesPage.mock,
            "model": ModelPage.mock,
            "model-entity": EntityPage.mock(),
            "model-store": ModelPage.store,
            "model-record": EntityRecordPage.mock,
            "model-entity-nothing-found": EntityPage.nothingFound,
            "model-entity-refused": EntityPage.refused,
            "model-entity-empty": EntityPage.empty,
            "sales": SaleIndexPage.mock(),
            "sales-empty": SaleIndexPage.empty,
            "sales-nothing-found": SaleIndexPage.nothingFound,
            "sales-refused": SaleIndexPage.refused,
            "sale": SaleShowPage.mock,
            "sale-void-return": SaleShowPage.voidReturn,
            "sale-buyer": BuyerPage.mock,
            "sale-new": SaleNewPage.mock(),
            "sale-new-refused": SaleNewPage.mock(form: .refused),
            "sale-void": SaleVoidPage.mock(),
            "sale-void-refused": SaleVoidPage.mock(fault: "Give the reason."),
            "sale-return": SaleReturnPage.mock(),
            "sale-return-refused": SaleReturnPage.mock(fault: "At most 3 can come back."),
            "sale-receipt": ReceiptPage.mock(),
            "sale-receipt-roll": ReceiptPage.mock(on: .roll),
            "sales-totals": SalesTotalsPage.mock(),
            "sales-totals-by-product": SalesTotalsPage.mock(chart: .products),
            "sales-totals-refused": SalesTotalsPage.refused,
            "sales-day": DaySheetPage.mock(),
            "sales-day-empty": DaySheetPage.mock(rows: []),
            "item-sale": ItemSalePage.mock(),
            "item-sale-refused": ItemSalePage.mock(
                FormRefusal(faults: [
                    FormFault(field: "customer", label: "Customer", message: "choose one"),
                    FormFault(field: "date", label: "Day", message: "“x” is not a day"),
                ])),
            "customer": CustomerShowPage.mock,
            "customer-bare": CustomerShowPage.bare,
            "customer-new": CustomerNewPage.mock(),
            "customer-refused": CustomerNewPage.mock(.refused),
            "customer-edit": CustomerEditPage.mock,
            "customer-conflict": CustomerConflictPage.mock,
            "customer-merge": CustomerMergePage.mock(),
            "customer-merge-nobody": CustomerMergePage.mock(isEmpty: true),
            "customer-merge-question": CustomerMergeQuestionPage.mock,
            "customer-anonymization": CustomerAnonymizationPage.mock,
            "products": RecordIndexPage.mock(),
            "products-empty": RecordIndexPage.mock(rows: []),
            "products-nothing-found": RecordIndexPage.nothingFound,
            "products-refused": RecordIndexPage.refused,
            "product": ProductShowPage.mock(),
            "product-retired": ProductShowPage.mock(isRetired: true),
            "product-refused": RecordFormPage.new,
            "product-edit": RecordFormPage.edit,
            "product-conflict": RecordConflictPage.mock(knowsBefore: true),
            "product-conflict-unknown": RecordConflictPage.mock(knowsBefore: false),
            "product-delete": RecordDeletePage.mock(isSold: false),
            "product-delete-sold": RecordDeletePage.mock(isSold: true),
            "groceries": GroceryIndexPage.mock(),
            "groceries-empty": GroceryIndexPage.mock(isEmpty: true),
            "groceries-entry-refused": GroceryIndexPage.refused,
            "grocery": GroceryShowPage.mock(),
            "grocery-ticked": GroceryShowPage.mock(isTicked: true),
            "places": PlaceIndexPage.mock,
            "places-nothing-found": PlaceIndexPage.nothingFound,
            "places-refused": PlaceIndexPage.refused,
            "favorites-empty": PlaceIndexPage.favoritesEmpty,
            "place": PhotoIndexPage.mock,
            "place-refused-upload": PhotoIndexPage.refusedUpload,
            "place-empty": PhotoIndexPage.empty,
            "recents": PhotoIndexPage.recents,
            "photo": PhotoShowPage.mock,
            "photo-broken": PhotoShowPage.broken,
            "import": ImportNewPage.mock,
            "import-refused": ImportNewPage.refused,
            "import-mapping": ImportMappingPage.mock,
            "import-progress": ImportProgressPage.mock,
            "import-plan": ImportPlanPage.mock,
            "import-plan-refused": ImportPlanPage.refused,
            "import-done": ImportDonePage.mock,
            "guide": GuideIndexPage.mock,
            "guide-page": GuideShowPage.mock,
            "guide-whole": GuideWholePage.mock,
            "error-404": ErrorPage.mock(.mock("There is nothing here")),
            "error-413": ErrorPage.tooLarge,
        ]
    }

    /// What surrounds a page, around a short one.
    static var layouts: [String: any TemplatePage] {
        var full = LayoutPage.mock(
            "Items", subsection: "Items", crumbs: [.inventory, .sideboard], searchText: "sofa",
            notices: [.moved, .added, .warned, .refused])
        full.hasSearchFocus = true
        full.alternates = [
            AlternateLink(type: "application/json", path: "/items.json?q=sofa"),
            AlternateLink(type: "text/csv", path: "/items.csv?q=sofa"),
        ]
        full.hasFurtherSections = true
        full.isFurtherCurrent = true
        full.sections += [
            SectionLink(
                label: "Places", path: "/places", iconPath: "/icons/icons.svg?v=1#i-box",
                isCurrent: true, isFurther: true)
        ]
        var bare = LayoutPage.mock("There is nothing here", section: "")
        bare.hasSearch = false
        return ["layout": ErrorPage.mock(full), "layout-bare": ErrorPage.mock(bare)]
    }
}
