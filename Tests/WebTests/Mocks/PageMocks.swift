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
            "error-404": ErrorPage.notFound,
            "error-413": ErrorPage.tooLarge,
        ]
    }
}
