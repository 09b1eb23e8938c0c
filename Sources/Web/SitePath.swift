import Foundation

/// Every address of the site, and the pattern of every route.
///
/// An address is written here and nowhere else. Keys may be placeholders, so that the same
/// declaration gives the link (`.item(key)`) and the route (`.item("{key}")`).
struct SitePath: Sendable, Hashable {
    /// The path below the base path, with a query if it has one.
    let path: String
    /// The element of the page that is meant; empty for the whole page.
    private(set) var fragment = ""

    private init(_ path: String) {
        self.path = path
    }

    /// The same page for programs.
    var json: SitePath { SitePath(path + ".json") }

    /// The same list for spreadsheets.
    var csv: SitePath { SitePath(path + ".csv") }

    /// What becomes of the same list or record while it is looked at.
    var events: SitePath { SitePath(path + ".events") }

    /// The address with a query, which is encoded; without parameters it is the address itself.
    func query(_ parameters: [(name: String, value: String)]) -> SitePath {
        guard !parameters.isEmpty else { return self }
        let separator = path.contains("?") ? "&" : "?"
        return SitePath(path + separator + QueryText.encode(parameters)).at(fragment)
    }

    /// The address with a query that is encoded already.
    func query(encoded text: String) -> SitePath { SitePath(path + "?" + text) }

    /// The address of an element of the page, by its `id`.
    func at(_ fragment: String) -> SitePath {
        var path = self
        path.fragment = fragment
        return path
    }

    /// The address below this one.
    func below(_ segment: String) -> SitePath { SitePath(path + "/" + segment) }
}

// MARK: - The site

extension SitePath {
    static let overview = SitePath("/")
    static let health = SitePath("/health")
    static let model = SitePath("/model")
    /// The sections, to put away and to take back.
    static let sections = SitePath("/sections")
    static let backup = SitePath("/backup")
    /// Who changed what.
    static let activity = SitePath("/activity")
    /// The search over everything.
    static let search = SitePath("/search")

    /// Where people sign in, and where they give their password once more.
    static let signIn = SitePath("/sign-in")
    static let confirmSignIn = signIn.below("again")
    /// Where the code of the second factor follows the password.
    static let signInCode = signIn.below("code")
    static let signOut = SitePath("/sign-out")
    /// One's own account.
    static let account = SitePath("/account")
    static let accountPassword = account.below("password")
    /// The code that is given besides the password.
    static let accountCode = account.below("code")
    static let deleteAccountCode = accountCode.below("delete")
    /// What scripts show in the place of the password.
    static let accountTokens = account.below("tokens")
    /// Where somebody signs in on a phone.
    static let phone = SitePath("/phone")
    /// The links by which lists are shared.
    static let sharing = SitePath("/sharing")
    /// The people of the household.
    static let people = SitePath("/people")

    static func endSharing(_ id: some CustomStringConvertible) -> SitePath {
        sharing.below("\(id)").below("delete")
    }

    /// A list, for whoever has its link.
    static func sharedList(_ secret: some CustomStringConvertible) -> SitePath {
        SitePath("/shared/\(secret)")
    }

    /// The calendar of what is due, for whoever has its link.
    static func sharedCalendar(_ secret: some CustomStringConvertible) -> SitePath {
        sharedList(secret).below("care.ics")
    }

    /// A thumbnail on such a list.
    static func sharedThumbnail(
        _ secret: some CustomStringConvertible, _ key: some CustomStringConvertible
    ) -> SitePath {
        sharedList(secret).below("items").below("\(key)").below("thumbnail")
    }

    static func deleteToken(_ id: some CustomStringConvertible) -> SitePath {
        accountTokens.below("\(id)").below("delete")
    }

    /// A link that signs in once.
    static func phoneLink(_ secret: some CustomStringConvertible) -> SitePath {
        phone.below("\(secret)")
    }

    /// Where a browser is signed out.
    static func deleteDevice(_ id: some CustomStringConvertible) -> SitePath {
        account.below("devices").below("\(id)").below("delete")
    }

    static func person(_ id: some CustomStringConvertible) -> SitePath { people.below("\(id)") }

    static func deletePerson(_ id: some CustomStringConvertible) -> SitePath {
        person(id).below("delete")
    }

    static func section(_ name: some CustomStringConvertible) -> SitePath {
        sections.below("\(name)")
    }

    /// The user's guide.
    static let guide = SitePath("/help")
    /// All pages of it as one.
    static let wholeGuide = guide.below("all")

    static func guidePage(_ name: some CustomStringConvertible) -> SitePath {
        guide.below("\(name)")
    }

    /// A picture in the guide.
    static func guidePicture(_ name: some CustomStringConvertible) -> SitePath {
        file(GuidePictures.folder).below("\(name)")
    }

    /// An entity. A model may be anybody's, so nothing in a name is taken for a part of the address;
    /// braces stay, for the route.
    static func modelEntity(_ name: String) -> SitePath {
        model.below(escaped(name))
    }

    private static func escaped(_ name: String) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "_-.{}"))
        return name.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// A record of an entity.
    static func modelRecord(
        _ entity: String, _ number: some CustomStringConvertible
    ) -> SitePath {
        modelEntity(entity).below("\(number)")
    }

    /// The bytes of an attribute of a record.
    static func modelBytes(
        _ entity: String, _ number: some CustomStringConvertible, _ attribute: String
    ) -> SitePath {
        modelRecord(entity, number).below(escaped(attribute))
    }

    /// A small picture of these bytes.
    static func modelThumbnail(
        _ entity: String, _ number: some CustomStringConvertible, _ attribute: String
    ) -> SitePath {
        modelBytes(entity, number, attribute).below("thumbnail")
    }

    /// A file of `Public`, by its path in there.
    static func file(_ name: String) -> SitePath { SitePath("/" + name) }
}

// MARK: - Imports of everything

extension SitePath {
    /// The page on which a file is chosen.
    static let imports = SitePath("/import")

    /// A file that waits to be imported, or an import that was done.
    static func importRecord(_ token: some CustomStringConvertible) -> SitePath {
        SitePath("/imports/\(token)")
    }

    /// Where the columns of a file that waits are said to go.
    static func importMapping(_ token: some CustomStringConvertible) -> SitePath {
        importRecord(token).below("mapping")
    }

    /// Where an import is taken back.
    static func undoImport(_ token: some CustomStringConvertible) -> SitePath {
        importRecord(token).below("undo")
    }
}

// MARK: - Inventory

extension SitePath {
    static let items = SitePath("/items")
    static let newItem = items.below("new")
    /// The items as Homebox's import takes them.
    static let homeboxItems = SitePath("/items.homebox.csv")
    static let assetTypes = SitePath("/asset-types")
    static let locations = SitePath("/locations")
    static let tags = SitePath("/tags")
    static let loans = SitePath("/loans")
    /// What is to be done about items; what of it is due; and as a calendar.
    static let tasks = SitePath("/tasks")
    static let care = SitePath("/care")
    static let careCalendar = SitePath("/care.ics")
    /// What there is and was, to be printed for an insurer.
    static let report = SitePath("/report")
    /// Labels to be printed, and the sheets of the household's own.
    static let labels = SitePath("/labels")
    static let labelSheets = SitePath("/label-sheets")
    /// Where labels lie on a sheet.
    static let labelStyles = SitePath("/label-sheet.css")
    /// The views of the list that are kept under names.
    static let itemViews = SitePath("/item-views")
    static let documents = SitePath("/documents")
    /// The fields that a household gives its items.
    static let itemFields = SitePath("/item-fields")
    /// The report as a folder that opens without any program.
    static let reportArchive = SitePath("/report.zip")
    /// Where several items are changed at once.
    static let itemSelection = items.below("selection")
    /// What was deleted, for a while.
    static let trash = SitePath("/trash")
    /// Photos that are no items yet.
    static let inbox = SitePath("/inbox")

    /// Takes back what was done to several items.
    static func undoItemSelection(_ token: some CustomStringConvertible) -> SitePath {
        itemSelection.below("\(token)").below("undo")
    }

    /// Takes note that what was lent is back.
    static func returnLoan(_ id: some CustomStringConvertible) -> SitePath {
        loans.below("\(id)").below("return")
    }

    /// Where a draft of the inbox gets its name.
    static func inboxDraft(_ id: some CustomStringConvertible) -> SitePath {
        inbox.below("\(id)")
    }

    static func mergeInboxDraft(_ id: some CustomStringConvertible) -> SitePath {
        inboxDraft(id).below("merge")
    }

    static func splitInboxDraft(_ id: some CustomStringConvertible) -> SitePath {
        inboxDraft(id).below("split")
    }

    static func deleteInboxDraft(_ id: some CustomStringConvertible) -> SitePath {
        inboxDraft(id).below("delete")
    }

    static func inboxThumbnail(_ id: some CustomStringConvertible) -> SitePath {
        inboxDraft(id).below("thumbnail")
    }

    static func inboxImage(_ id: some CustomStringConvertible) -> SitePath {
        inboxDraft(id).below("image")
    }

    /// The place of a kept view among the others.
    static func itemViewPosition(_ id: some CustomStringConvertible) -> SitePath {
        itemViews.below("\(id)").below("position")
    }

    /// Takes note that a task was done.
    static func completeTask(_ id: some CustomStringConvertible) -> SitePath {
        tasks.below("\(id)").below("done")
    }

    /// Takes back that a task was done.
    static func deleteTaskRecord(
        _ id: some CustomStringConvertible, _ record: some CustomStringConvertible
    ) -> SitePath {
        tasks.below("\(id)").below("records").below("\(record)").below("delete")
    }

    /// Brings an item back from the trash.
    static func restoreItem(_ id: some CustomStringConvertible) -> SitePath {
        trash.below("\(id)").below("restore")
    }

    /// The item with a number: short, for the code on a label.
    static func labelledItem(_ number: some CustomStringConvertible) -> SitePath {
        SitePath("/a").below("\(number)")
    }

    static func location(_ id: some CustomStringConvertible) -> SitePath {
        locations.below("\(id)")
    }

    static func item(_ key: some CustomStringConvertible) -> SitePath { items.below("\(key)") }

    static func editItem(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("edit")
    }

    static func deleteItem(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("delete")
    }

    static func itemPosition(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("position")
    }

    static func itemImage(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("image")
    }

    static func deleteItemImage(_ key: some CustomStringConvertible) -> SitePath {
        itemImage(key).below("delete")
    }

    static func itemThumbnail(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("thumbnail")
    }

    /// A thumbnail under an address that changes with its content, so that it may be kept for good.
    static func itemThumbnail(_ key: some CustomStringConvertible, version: String) -> SitePath {
        itemThumbnail(key).query([("v", version)])
    }

    /// The photos of an item in their order.
    static func itemPhotos(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("photos")
    }

    /// The photo of an item that is on the list, large.
    static func itemPhotoView(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("photo")
    }

    /// A further photo of an item, large.
    static func itemPhoto(_ id: some CustomStringConvertible) -> SitePath {
        SitePath("/item-photos/\(id)")
    }

    static func itemPhotoImage(_ id: some CustomStringConvertible) -> SitePath {
        itemPhoto(id).below("image")
    }

    static func itemPhotoThumbnail(_ id: some CustomStringConvertible) -> SitePath {
        itemPhoto(id).below("thumbnail")
    }

    static func itemPhotoPosition(_ id: some CustomStringConvertible) -> SitePath {
        itemPhoto(id).below("position")
    }

    static func deleteItemPhoto(_ id: some CustomStringConvertible) -> SitePath {
        itemPhoto(id).below("delete")
    }

    static func restoreItemPhoto(_ id: some CustomStringConvertible) -> SitePath {
        itemPhoto(id).below("restore")
    }

    /// The documents of an item.
    static func itemDocuments(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("documents")
    }

    static func document(_ id: some CustomStringConvertible) -> SitePath {
        documents.below("\(id)")
    }

    /// A document as it was uploaded.
    static func documentFile(_ id: some CustomStringConvertible) -> SitePath {
        document(id).below("file")
    }

    static func documentThumbnail(_ id: some CustomStringConvertible) -> SitePath {
        document(id).below("thumbnail")
    }

    static func documentPosition(_ id: some CustomStringConvertible) -> SitePath {
        document(id).below("position")
    }

    static func deleteDocument(_ id: some CustomStringConvertible) -> SitePath {
        document(id).below("delete")
    }

    static func restoreDocument(_ id: some CustomStringConvertible) -> SitePath {
        document(id).below("restore")
    }

    /// The sale of an item to a customer.
    static func itemSale(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("sale")
    }

    static func itemAssetType(_ key: some CustomStringConvertible) -> SitePath {
        item(key).below("asset-type")
    }

    static func assetType(_ id: some CustomStringConvertible) -> SitePath {
        assetTypes.below("\(id)")
    }

    static func mergeAssetType(_ id: some CustomStringConvertible) -> SitePath {
        assetType(id).below("merge")
    }

    /// Takes a merge of types back.
    static func undoAssetTypeMerge(_ token: some CustomStringConvertible) -> SitePath {
        assetTypes.below("merges").below("\(token)").below("undo")
    }
}

// MARK: - Places

extension SitePath {
    static let places = SitePath("/places")
    /// Places with favourite photos.
    static let favorites = SitePath("/favorites")
    /// Photos that were viewed lately.
    static let recents = SitePath("/recents")
    /// What the addresses of photos begin with; there is no list of all.
    static let photos = SitePath("/photos")

    static func place(_ id: some CustomStringConvertible) -> SitePath { places.below("\(id)") }

    /// Where photos are added to a place.
    static func placePhotos(_ id: some CustomStringConvertible) -> SitePath {
        place(id).below("photos")
    }

    /// The favourite photos of a place.
    static func favorites(of id: some CustomStringConvertible) -> SitePath {
        favorites.below("\(id)")
    }

    static func photo(_ id: some CustomStringConvertible) -> SitePath {
        photos.below("\(id)")
    }

    static func photoImage(_ id: some CustomStringConvertible) -> SitePath {
        photo(id).below("image")
    }

    static func photoThumbnail(_ id: some CustomStringConvertible) -> SitePath {
        photo(id).below("thumbnail")
    }

    /// A thumbnail under an address that changes with its content, so that it may be kept for good.
    static func photoThumbnail(
        _ id: some CustomStringConvertible, version: String
    ) -> SitePath {
        photoThumbnail(id).query([("v", version)])
    }

    static func photoFavorite(_ id: some CustomStringConvertible) -> SitePath {
        photo(id).below("favorite")
    }

    static func deletePhotoFavorite(_ id: some CustomStringConvertible) -> SitePath {
        photoFavorite(id).below("delete")
    }

    static func photoViews(_ id: some CustomStringConvertible) -> SitePath {
        photo(id).below("views")
    }

    static func deletePhotoViews(_ id: some CustomStringConvertible) -> SitePath {
        photoViews(id).below("delete")
    }
}

// MARK: - Sales

extension SitePath {
    static let sales = SitePath("/sales")
    static let newSale = sales.below("new")
    /// A sale to nobody in particular.
    static let newWalkInSale = newSale.below("walk-in")
    /// Sales that wait.
    static let parkedSales = sales.below("parked")
    static let salesTotals = sales.below("totals")
    /// The day sheet of a day that a form names.
    static let salesDay = sales.below("day")
    /// The lines of all sales.
    static let saleLines = sales.below("lines")
    static let salesImport = sales.below("import")
    static let customers = SitePath("/customers")
    /// Where address cards are brought in.
    static let customerCards = customers.below("cards")
    /// All customers as address cards.
    static let allCustomerCards = SitePath("/customers.vcf")
    static let newCustomer = customers.below("new")
    static let products = SitePath("/products")
    static let productLabels = products.below("labels")
    static let invoices = SitePath("/invoices")
    static let quotes = SitePath("/quotes")
    /// All payments, as a table.
    static let payments = SitePath("/payments")
    /// The journal of the stock of all products, as a table.
    static let stock = products.below("stock")
    static let newQuote = quotes.below("new")
    /// What the shop says about itself, its taxes and the ways in which people pay.
    static let shop = SitePath("/shop")
    static let taxRates = shop.below("tax-rates")
    static let paymentKinds = shop.below("payment-kinds")

    static func taxRateRetirement(_ id: some CustomStringConvertible) -> SitePath {
        taxRates.below("\(id)").below("retirement")
    }

    static func deleteTaxRateRetirement(_ id: some CustomStringConvertible) -> SitePath {
        taxRateRetirement(id).below("delete")
    }

    static func paymentKindRetirement(_ id: some CustomStringConvertible) -> SitePath {
        paymentKinds.below("\(id)").below("retirement")
    }

    static func deletePaymentKindRetirement(_ id: some CustomStringConvertible) -> SitePath {
        paymentKindRetirement(id).below("delete")
    }

    static func sale(_ id: some CustomStringConvertible) -> SitePath { sales.below("\(id)") }

    static func parkedSale(_ id: some CustomStringConvertible) -> SitePath {
        parkedSales.below("\(id)")
    }

    static func deleteParkedSale(_ id: some CustomStringConvertible) -> SitePath {
        parkedSale(id).below("delete")
    }

    /// A file that waits to be imported.
    static func salesImport(_ token: some CustomStringConvertible) -> SitePath {
        salesImport.below("\(token)")
    }

    /// An import that was done.
    static func salesImportDone(_ id: some CustomStringConvertible) -> SitePath {
        sales.below("imports").below("\(id)")
    }

    static func undoSalesImport(_ id: some CustomStringConvertible) -> SitePath {
        salesImportDone(id).below("undo")
    }

    static func saleReceipt(_ id: some CustomStringConvertible) -> SitePath {
        sale(id).below("receipt")
    }

    /// Where payments of a sale are added.
    static func salePayments(_ id: some CustomStringConvertible) -> SitePath {
        sale(id).below("payments")
    }

    static func payment(_ id: some CustomStringConvertible) -> SitePath {
        SitePath("/payments/\(id)")
    }

    static func paymentReceipt(_ id: some CustomStringConvertible) -> SitePath {
        payment(id).below("receipt")
    }

    static func voidPayment(_ id: some CustomStringConvertible) -> SitePath {
        payment(id).below("void")
    }

    /// Where a day is closed.
    static func closedDay(_ day: some CustomStringConvertible) -> SitePath {
        salesDay(day).below("closing")
    }

    /// Where the invoice of a sale is made.
    static func saleInvoice(_ id: some CustomStringConvertible) -> SitePath {
        sale(id).below("invoice")
    }

    static func invoice(_ id: some CustomStringConvertible) -> SitePath {
        invoices.below("\(id)")
    }

    /// The form of a quote for a customer.
    static func newQuote(for customer: some CustomStringConvertible) -> SitePath {
        newQuote.query([("customer", "\(customer)")])
    }

    static func quote(_ id: some CustomStringConvertible) -> SitePath { quotes.below("\(id)") }

    /// Where a quote becomes a sale.
    static func quoteSale(_ id: some CustomStringConvertible) -> SitePath {
        quote(id).below("sale")
    }

    static func quoteWithdrawal(_ id: some CustomStringConvertible) -> SitePath {
        quote(id).below("withdrawal")
    }

    static func voidSale(_ id: some CustomStringConvertible) -> SitePath { sale(id).below("void") }

    static func saleReturns(_ id: some CustomStringConvertible) -> SitePath {
        sale(id).below("returns")
    }

    /// The day sheet of a day: `/sales/days/2026-11-21`.
    static func salesDay(_ day: some CustomStringConvertible) -> SitePath {
        sales.below("days").below("\(day)")
    }

    static func customer(_ id: some CustomStringConvertible) -> SitePath {
        customers.below("\(id)")
    }

    static func editCustomer(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("edit")
    }

    /// What a customer bought, paid and owes, to be printed.
    static func customerStatement(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("statement")
    }

    /// Everything that is kept about a person, as one file.
    static func everythingAboutCustomer(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("everything").json
    }

    /// A customer as a vCard.
    static func customerCard(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("card.vcf")
    }

    static func deleteCustomer(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("delete")
    }

    static func mergeCustomer(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("merge")
    }

    static func anonymizeCustomer(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("anonymization")
    }

    static func customerSales(_ id: some CustomStringConvertible) -> SitePath {
        customer(id).below("sales")
    }

    static func newCustomerSale(_ id: some CustomStringConvertible) -> SitePath {
        customerSales(id).below("new")
    }

    static func product(_ id: some CustomStringConvertible) -> SitePath { products.below("\(id)") }

    /// Why the stock of a product is what it is.
    static func productStock(_ id: some CustomStringConvertible) -> SitePath {
        product(id).below("stock")
    }

    static func productRetirement(_ id: some CustomStringConvertible) -> SitePath {
        product(id).below("retirement")
    }

    static func deleteProductRetirement(_ id: some CustomStringConvertible) -> SitePath {
        productRetirement(id).below("delete")
    }
}

// MARK: - Groceries

extension SitePath {
    static let groceries = SitePath("/groceries")
    static let clearGroceries = groceries.below("clear")
    static let undoGroceries = groceries.below("undo")
    static let redoGroceries = groceries.below("redo")

    static func grocery(_ id: some CustomStringConvertible) -> SitePath {
        groceries.below("\(id)")
    }

    static func tickGrocery(_ id: some CustomStringConvertible) -> SitePath {
        grocery(id).below("tick")
    }

    static func groceryPosition(_ id: some CustomStringConvertible) -> SitePath {
        grocery(id).below("position")
    }
}

// MARK: - Books

extension SitePath {
    static let bookCategories = SitePath("/book-categories")
    static let books = SitePath("/books")
    static let bookSamples = books.below("samples")
    static let pages = SitePath("/pages")

    /// The pages of a book.
    static func bookPages(_ book: some CustomStringConvertible) -> SitePath {
        books.below("\(book)").below("pages")
    }

    static func page(_ id: some CustomStringConvertible) -> SitePath { pages.below("\(id)") }

    static func pagePosition(_ id: some CustomStringConvertible) -> SitePath {
        page(id).below("position")
    }
}
