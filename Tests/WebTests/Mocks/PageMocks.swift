@testable import Web

/// The pages that tests look at; together they fill every list and set every flag.
enum PageMocks {
    /// The pages with a snapshot, by its name.
    static var named: [String: any TemplatePage] {
        [
            "overview": OverviewPage.mock(),
            "overview-empty": OverviewPage.mock(isEmpty: true),
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
            "asset-types": AssetTypeIndexPage.mock,
            "asset-types-refused": AssetTypeIndexPage.refused,
            "asset-type": AssetTypeShowPage.mock,
            "asset-type-refused": AssetTypeNewPage.mock(),
            "asset-type-conflict": AssetTypeEditPage.mock,
            "asset-type-delete": AssetTypeDeletePage.mock,
            "error-404": ErrorPage.notFound,
            "error-413": ErrorPage.tooLarge,
        ]
    }
}
