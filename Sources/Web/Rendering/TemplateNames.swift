/// The templates that have to be there before the server starts.
enum TemplateNames {
    /// The templates of all pages, and of the partials that are rendered by themselves.
    static let all: [String] = pages.map { $0.template } + fragments.map { $0.template }

    private static let pages: [any TemplatePage.Type] = [
        AssetTypeMergePage.self,
        AssetTypeShowPage.self,
        BuyerPage.self,
        CustomerAnonymizationPage.self,
        CustomerConflictPage.self,
        CustomerDeletePage.self,
        CustomerEditPage.self,
        CustomerIndexPage.self,
        CustomerMergePage.self,
        CustomerNewPage.self,
        CustomerShowPage.self,
        DaySheetPage.self,
        EntityPage.self,
        ErrorPage.self,
        GroceryIndexPage.self,
        GroceryShowPage.self,
        ImportDonePage.self,
        ImportNewPage.self,
        ImportPlanPage.self,
        ItemAssetTypePage.self,
        ItemConflictPage.self,
        ItemDeletePage.self,
        ItemEditPage.self,
        ItemImagePage.self,
        ItemIndexPage.self,
        ItemNewPage.self,
        ItemSalePage.self,
        ItemShowPage.self,
        OverviewPage.self,
        ModelPage.self,
        ProductShowPage.self,
        ReceiptPage.self,
        RecordConflictPage.self,
        RecordDeletePage.self,
        RecordFormPage.self,
        RecordIndexPage.self,
        SaleIndexPage.self,
        SaleNewPage.self,
        SaleReturnPage.self,
        SaleShowPage.self,
        SaleVoidPage.self,
        SalesTotalsPage.self,
    ]

    private static let fragments: [any TemplateFragment.Type] = [ItemRow.self, Paging.self]
}
