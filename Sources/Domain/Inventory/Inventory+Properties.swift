// Generated from the model Inventory. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension AssetType {
    public var fields: Set<ItemField> {
        get { toMany(at: 0, as: ItemField.self) }
        set { setToMany(newValue, at: 0) }
    }

    public func addToFields(_ object: ItemField) {
        addToMany(CollectionOfOne(object), at: 0)
    }

    public func addToFields(_ objects: some Sequence<ItemField>) {
        addToMany(objects.map { $0 }, at: 0)
    }

    public func removeFromFields(_ object: ItemField) {
        removeFromToMany(CollectionOfOne(object), at: 0)
    }

    public func removeFromFields(_ objects: some Sequence<ItemField>) {
        removeFromToMany(objects.map { $0 }, at: 0)
    }

    public var items: Set<Item> {
        get { toMany(at: 1, as: Item.self) }
        set { setToMany(newValue, at: 1) }
    }

    public func addToItems(_ object: Item) {
        addToMany(CollectionOfOne(object), at: 1)
    }

    public func addToItems(_ objects: some Sequence<Item>) {
        addToMany(objects.map { $0 }, at: 1)
    }

    public func removeFromItems(_ object: Item) {
        removeFromToMany(CollectionOfOne(object), at: 1)
    }

    public func removeFromItems(_ objects: some Sequence<Item>) {
        removeFromToMany(objects.map { $0 }, at: 1)
    }

    public var label: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var labelSortKey: Data? {
        get { data(at: 3) }
        set { setData(newValue, at: 3) }
    }

    public var template: Item? {
        get { toOne(at: 4, as: Item.self) }
        set { setToOne(newValue, at: 4) }
    }
}

nonisolated extension CareRecord {
    public var cost: Decimal? {
        get { decimal(at: 0) }
        set { setDecimal(newValue, at: 0) }
    }

    public var date: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var notes: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var task: CareTask? {
        get { toOne(at: 3, as: CareTask.self) }
        set { setToOne(newValue, at: 3) }
    }

    public var title: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }
}

nonisolated extension CareTask {
    public var cost: Decimal? {
        get { decimal(at: 0) }
        set { setDecimal(newValue, at: 0) }
    }

    public var due: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var interval: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var item: Item? {
        get { toOne(at: 3, as: Item.self) }
        set { setToOne(newValue, at: 3) }
    }

    public var lastDone: Date? {
        get { date(at: 4) }
        set { setDate(newValue, at: 4) }
    }

    public var notes: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var records: Set<CareRecord> {
        get { toMany(at: 6, as: CareRecord.self) }
        set { setToMany(newValue, at: 6) }
    }

    public func addToRecords(_ object: CareRecord) {
        addToMany(CollectionOfOne(object), at: 6)
    }

    public func addToRecords(_ objects: some Sequence<CareRecord>) {
        addToMany(objects.map { $0 }, at: 6)
    }

    public func removeFromRecords(_ object: CareRecord) {
        removeFromToMany(CollectionOfOne(object), at: 6)
    }

    public func removeFromRecords(_ objects: some Sequence<CareRecord>) {
        removeFromToMany(objects.map { $0 }, at: 6)
    }

    public var title: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var titleSortKey: Data? {
        get { data(at: 8) }
        set { setData(newValue, at: 8) }
    }
}

nonisolated extension Document {
    public var addedAt: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var byteCount: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var item: Item? {
        get { toOne(at: 2, as: Item.self) }
        set { setToOne(newValue, at: 2) }
    }

    public var key: UUID? {
        get { uuid(at: 3) }
        set { setUUID(newValue, at: 3) }
    }

    public var kind: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var mediaType: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var name: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }

    public var nameSortKey: Data? {
        get { data(at: 7) }
        set { setData(newValue, at: 7) }
    }

    public var sha256: String? {
        get { string(at: 8) }
        set { setString(newValue, at: 8) }
    }

    public var thumbnail: Data? {
        get { transformed(at: 9, as: Data.self) }
        set { setTransformed(newValue, at: 9) }
    }

    public var trashedDate: Date? {
        get { date(at: 10) }
        set { setDate(newValue, at: 10) }
    }
}

nonisolated extension InboxPhoto {
    public var addedAt: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var captureDate: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var draftKey: UUID? {
        get { uuid(at: 2) }
        set { setUUID(newValue, at: 2) }
    }

    public var fileName: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var key: UUID? {
        get { uuid(at: 4) }
        set { setUUID(newValue, at: 4) }
    }

    public var orderingValue: Double {
        get { double(at: 5) }
        set { setDouble(newValue, at: 5) }
    }

    public var thumbnail: Data? {
        get { transformed(at: 6, as: Data.self) }
        set { setTransformed(newValue, at: 6) }
    }
}

nonisolated extension Item {
    public var assetType: AssetType? {
        get { toOne(at: 0, as: AssetType.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var captureDate: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var careTasks: Set<CareTask> {
        get { toMany(at: 2, as: CareTask.self) }
        set { setToMany(newValue, at: 2) }
    }

    public func addToCareTasks(_ object: CareTask) {
        addToMany(CollectionOfOne(object), at: 2)
    }

    public func addToCareTasks(_ objects: some Sequence<CareTask>) {
        addToMany(objects.map { $0 }, at: 2)
    }

    public func removeFromCareTasks(_ object: CareTask) {
        removeFromToMany(CollectionOfOne(object), at: 2)
    }

    public func removeFromCareTasks(_ objects: some Sequence<CareTask>) {
        removeFromToMany(objects.map { $0 }, at: 2)
    }

    public var container: Item? {
        get { toOne(at: 3, as: Item.self) }
        set { setToOne(newValue, at: 3) }
    }

    public var contents: Set<Item> {
        get { toMany(at: 4, as: Item.self) }
        set { setToMany(newValue, at: 4) }
    }

    public func addToContents(_ object: Item) {
        addToMany(CollectionOfOne(object), at: 4)
    }

    public func addToContents(_ objects: some Sequence<Item>) {
        addToMany(objects.map { $0 }, at: 4)
    }

    public func removeFromContents(_ object: Item) {
        removeFromToMany(CollectionOfOne(object), at: 4)
    }

    public func removeFromContents(_ objects: some Sequence<Item>) {
        removeFromToMany(objects.map { $0 }, at: 4)
    }

    public var dateCreated: Date? {
        get { date(at: 5) }
        set { setDate(newValue, at: 5) }
    }

    public var documents: [Document] {
        get { orderedToMany(at: 6, as: Document.self) }
        set { setOrderedToMany(newValue, at: 6) }
    }

    public func addToDocuments(_ object: Document) {
        addToMany(CollectionOfOne(object), at: 6)
    }

    public func addToDocuments(_ objects: some Sequence<Document>) {
        addToMany(objects.map { $0 }, at: 6)
    }

    public func removeFromDocuments(_ object: Document) {
        removeFromToMany(CollectionOfOne(object), at: 6)
    }

    public func removeFromDocuments(_ objects: some Sequence<Document>) {
        removeFromToMany(objects.map { $0 }, at: 6)
    }

    public func insertIntoDocuments(_ object: Document, at index: Int) {
        insertIntoOrdered(object, at: index, slot: 6)
    }

    public func removeFromDocuments(at index: Int) {
        removeFromOrdered(at: index, slot: 6)
    }

    public func moveDocuments(from source: Int, to destination: Int) {
        moveInOrdered(from: source, to: destination, slot: 6)
    }

    public func replaceDocuments(at index: Int, with object: Document) {
        replaceInOrdered(at: index, with: object, slot: 6)
    }

    public var fieldValues: Set<ItemFieldValue> {
        get { toMany(at: 7, as: ItemFieldValue.self) }
        set { setToMany(newValue, at: 7) }
    }

    public func addToFieldValues(_ object: ItemFieldValue) {
        addToMany(CollectionOfOne(object), at: 7)
    }

    public func addToFieldValues(_ objects: some Sequence<ItemFieldValue>) {
        addToMany(objects.map { $0 }, at: 7)
    }

    public func removeFromFieldValues(_ object: ItemFieldValue) {
        removeFromToMany(CollectionOfOne(object), at: 7)
    }

    public func removeFromFieldValues(_ objects: some Sequence<ItemFieldValue>) {
        removeFromToMany(objects.map { $0 }, at: 7)
    }

    public var hasLifetimeWarranty: Bool {
        get { bool(at: 8) }
        set { setBool(newValue, at: 8) }
    }

    public var hasPhoto: Bool {
        get { bool(at: 9) }
        set { setBool(newValue, at: 9) }
    }

    public var insurance: String? {
        get { string(at: 10) }
        set { setString(newValue, at: 10) }
    }

    public var isValuable: Bool {
        get { bool(at: 11) }
        set { setBool(newValue, at: 11) }
    }

    public var itemKey: UUID? {
        get { uuid(at: 12) }
        set { setUUID(newValue, at: 12) }
    }

    public var itemName: String? {
        get { string(at: 13) }
        set { setString(newValue, at: 13) }
    }

    public var itemNameSortKey: Data? {
        get { data(at: 14) }
        set { setData(newValue, at: 14) }
    }

    public var itemNumber: Int64 {
        get { int64(at: 15) }
        set { setInt64(newValue, at: 15) }
    }

    public var lastSeen: Date? {
        get { date(at: 16) }
        set { setDate(newValue, at: 16) }
    }

    public var lastSeenBy: String? {
        get { string(at: 17) }
        set { setString(newValue, at: 17) }
    }

    public var loans: Set<Loan> {
        get { toMany(at: 18, as: Loan.self) }
        set { setToMany(newValue, at: 18) }
    }

    public func addToLoans(_ object: Loan) {
        addToMany(CollectionOfOne(object), at: 18)
    }

    public func addToLoans(_ objects: some Sequence<Loan>) {
        addToMany(objects.map { $0 }, at: 18)
    }

    public func removeFromLoans(_ object: Loan) {
        removeFromToMany(CollectionOfOne(object), at: 18)
    }

    public func removeFromLoans(_ objects: some Sequence<Loan>) {
        removeFromToMany(objects.map { $0 }, at: 18)
    }

    public var location: Location? {
        get { toOne(at: 19, as: Location.self) }
        set { setToOne(newValue, at: 19) }
    }

    public var manufacturer: String? {
        get { string(at: 20) }
        set { setString(newValue, at: 20) }
    }

    public var manufacturerSortKey: Data? {
        get { data(at: 21) }
        set { setData(newValue, at: 21) }
    }

    public var modelNumber: String? {
        get { string(at: 22) }
        set { setString(newValue, at: 22) }
    }

    public var modelNumberSortKey: Data? {
        get { data(at: 23) }
        set { setData(newValue, at: 23) }
    }

    public var notes: String? {
        get { string(at: 24) }
        set { setString(newValue, at: 24) }
    }

    public var orderingValue: Double {
        get { double(at: 25) }
        set { setDouble(newValue, at: 25) }
    }

    public var photos: [ItemPhoto] {
        get { orderedToMany(at: 26, as: ItemPhoto.self) }
        set { setOrderedToMany(newValue, at: 26) }
    }

    public func addToPhotos(_ object: ItemPhoto) {
        addToMany(CollectionOfOne(object), at: 26)
    }

    public func addToPhotos(_ objects: some Sequence<ItemPhoto>) {
        addToMany(objects.map { $0 }, at: 26)
    }

    public func removeFromPhotos(_ object: ItemPhoto) {
        removeFromToMany(CollectionOfOne(object), at: 26)
    }

    public func removeFromPhotos(_ objects: some Sequence<ItemPhoto>) {
        removeFromToMany(objects.map { $0 }, at: 26)
    }

    public func insertIntoPhotos(_ object: ItemPhoto, at index: Int) {
        insertIntoOrdered(object, at: index, slot: 26)
    }

    public func removeFromPhotos(at index: Int) {
        removeFromOrdered(at: index, slot: 26)
    }

    public func movePhotos(from source: Int, to destination: Int) {
        moveInOrdered(from: source, to: destination, slot: 26)
    }

    public func replacePhotos(at index: Int, with object: ItemPhoto) {
        replaceInOrdered(at: index, with: object, slot: 26)
    }

    public var plainSerialNumber: String? {
        get { string(at: 27) }
        set { setString(newValue, at: 27) }
    }

    public var purchaseDate: Date? {
        get { date(at: 28) }
        set { setDate(newValue, at: 28) }
    }

    public var purchasePrice: Decimal? {
        get { decimal(at: 29) }
        set { setDecimal(newValue, at: 29) }
    }

    public var quantity: Int32 {
        get { int32(at: 30) }
        set { setInt32(newValue, at: 30) }
    }

    public var replacementValue: Decimal? {
        get { decimal(at: 31) }
        set { setDecimal(newValue, at: 31) }
    }

    public var seller: String? {
        get { string(at: 32) }
        set { setString(newValue, at: 32) }
    }

    public var sellerSortKey: Data? {
        get { data(at: 33) }
        set { setData(newValue, at: 33) }
    }

    public var serialNumber: String? {
        get { string(at: 34) }
        set { setString(newValue, at: 34) }
    }

    public var serialNumberSortKey: Data? {
        get { data(at: 35) }
        set { setData(newValue, at: 35) }
    }

    public var soldDate: Date? {
        get { date(at: 36) }
        set { setDate(newValue, at: 36) }
    }

    public var tags: Set<Tag> {
        get { toMany(at: 37, as: Tag.self) }
        set { setToMany(newValue, at: 37) }
    }

    public func addToTags(_ object: Tag) {
        addToMany(CollectionOfOne(object), at: 37)
    }

    public func addToTags(_ objects: some Sequence<Tag>) {
        addToMany(objects.map { $0 }, at: 37)
    }

    public func removeFromTags(_ object: Tag) {
        removeFromToMany(CollectionOfOne(object), at: 37)
    }

    public func removeFromTags(_ objects: some Sequence<Tag>) {
        removeFromToMany(objects.map { $0 }, at: 37)
    }

    public var templateOf: Set<AssetType> {
        get { toMany(at: 38, as: AssetType.self) }
        set { setToMany(newValue, at: 38) }
    }

    public func addToTemplateOf(_ object: AssetType) {
        addToMany(CollectionOfOne(object), at: 38)
    }

    public func addToTemplateOf(_ objects: some Sequence<AssetType>) {
        addToMany(objects.map { $0 }, at: 38)
    }

    public func removeFromTemplateOf(_ object: AssetType) {
        removeFromToMany(CollectionOfOne(object), at: 38)
    }

    public func removeFromTemplateOf(_ objects: some Sequence<AssetType>) {
        removeFromToMany(objects.map { $0 }, at: 38)
    }

    public var thumbnail: Data? {
        get { transformed(at: 39, as: Data.self) }
        set { setTransformed(newValue, at: 39) }
    }

    public var totalValueCents: Int64? {
        get { optionalInt64(at: 40) }
        set { setOptionalInt64(newValue, at: 40) }
    }

    public var totalWorthCents: Int64? {
        get { optionalInt64(at: 41) }
        set { setOptionalInt64(newValue, at: 41) }
    }

    public var trashedDate: Date? {
        get { date(at: 42) }
        set { setDate(newValue, at: 42) }
    }

    public var valueInDollars: Int32 {
        get { int32(at: 43) }
        set { setInt32(newValue, at: 43) }
    }

    public var valueRecords: Set<ValueRecord> {
        get { toMany(at: 44, as: ValueRecord.self) }
        set { setToMany(newValue, at: 44) }
    }

    public func addToValueRecords(_ object: ValueRecord) {
        addToMany(CollectionOfOne(object), at: 44)
    }

    public func addToValueRecords(_ objects: some Sequence<ValueRecord>) {
        addToMany(objects.map { $0 }, at: 44)
    }

    public func removeFromValueRecords(_ object: ValueRecord) {
        removeFromToMany(CollectionOfOne(object), at: 44)
    }

    public func removeFromValueRecords(_ objects: some Sequence<ValueRecord>) {
        removeFromToMany(objects.map { $0 }, at: 44)
    }

    public var warrantyUntil: Date? {
        get { date(at: 45) }
        set { setDate(newValue, at: 45) }
    }

    public var worth: Decimal? {
        get { decimal(at: 46) }
        set { setDecimal(newValue, at: 46) }
    }
}

nonisolated extension ItemField {
    public var assetType: AssetType? {
        get { toOne(at: 0, as: AssetType.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var kind: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var name: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var orderingValue: Double {
        get { double(at: 3) }
        set { setDouble(newValue, at: 3) }
    }

    public var values: Set<ItemFieldValue> {
        get { toMany(at: 4, as: ItemFieldValue.self) }
        set { setToMany(newValue, at: 4) }
    }

    public func addToValues(_ object: ItemFieldValue) {
        addToMany(CollectionOfOne(object), at: 4)
    }

    public func addToValues(_ objects: some Sequence<ItemFieldValue>) {
        addToMany(objects.map { $0 }, at: 4)
    }

    public func removeFromValues(_ object: ItemFieldValue) {
        removeFromToMany(CollectionOfOne(object), at: 4)
    }

    public func removeFromValues(_ objects: some Sequence<ItemFieldValue>) {
        removeFromToMany(objects.map { $0 }, at: 4)
    }
}

nonisolated extension ItemFieldValue {
    public var date: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var field: ItemField? {
        get { toOne(at: 1, as: ItemField.self) }
        set { setToOne(newValue, at: 1) }
    }

    public var item: Item? {
        get { toOne(at: 2, as: Item.self) }
        set { setToOne(newValue, at: 2) }
    }

    public var number: Decimal? {
        get { decimal(at: 3) }
        set { setDecimal(newValue, at: 3) }
    }

    public var text: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }
}

nonisolated extension ItemNumbering {
    public var last: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var photosAreRecords: Bool {
        get { bool(at: 1) }
        set { setBool(newValue, at: 1) }
    }

    public var valueNotice: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
}

nonisolated extension ItemPhoto {
    public var addedAt: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var caption: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var captureDate: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var item: Item? {
        get { toOne(at: 3, as: Item.self) }
        set { setToOne(newValue, at: 3) }
    }

    public var key: UUID? {
        get { uuid(at: 4) }
        set { setUUID(newValue, at: 4) }
    }

    public var thumbnail: Data? {
        get { transformed(at: 5, as: Data.self) }
        set { setTransformed(newValue, at: 5) }
    }

    public var trashedDate: Date? {
        get { date(at: 6) }
        set { setDate(newValue, at: 6) }
    }
}

nonisolated extension ItemView {
    public var name: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var orderingValue: Double {
        get { double(at: 1) }
        set { setDouble(newValue, at: 1) }
    }

    public var query: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
}

nonisolated extension LabelSheet {
    public var columns: Int32 {
        get { int32(at: 0) }
        set { setInt32(newValue, at: 0) }
    }

    public var gapAcross: Double {
        get { double(at: 1) }
        set { setDouble(newValue, at: 1) }
    }

    public var gapDown: Double {
        get { double(at: 2) }
        set { setDouble(newValue, at: 2) }
    }

    public var labelHeight: Double {
        get { double(at: 3) }
        set { setDouble(newValue, at: 3) }
    }

    public var labelWidth: Double {
        get { double(at: 4) }
        set { setDouble(newValue, at: 4) }
    }

    public var marginLeft: Double {
        get { double(at: 5) }
        set { setDouble(newValue, at: 5) }
    }

    public var marginTop: Double {
        get { double(at: 6) }
        set { setDouble(newValue, at: 6) }
    }

    public var name: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var pageHeight: Double {
        get { double(at: 8) }
        set { setDouble(newValue, at: 8) }
    }

    public var pageWidth: Double {
        get { double(at: 9) }
        set { setDouble(newValue, at: 9) }
    }

    public var rows: Int32 {
        get { int32(at: 10) }
        set { setInt32(newValue, at: 10) }
    }
}

nonisolated extension Loan {
    public var borrower: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var borrowerSortKey: Data? {
        get { data(at: 1) }
        set { setData(newValue, at: 1) }
    }

    public var due: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var item: Item? {
        get { toOne(at: 3, as: Item.self) }
        set { setToOne(newValue, at: 3) }
    }

    public var notes: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var returned: Date? {
        get { date(at: 5) }
        set { setDate(newValue, at: 5) }
    }

    public var since: Date? {
        get { date(at: 6) }
        set { setDate(newValue, at: 6) }
    }
}

nonisolated extension Location {
    public var children: Set<Location> {
        get { toMany(at: 0, as: Location.self) }
        set { setToMany(newValue, at: 0) }
    }

    public func addToChildren(_ object: Location) {
        addToMany(CollectionOfOne(object), at: 0)
    }

    public func addToChildren(_ objects: some Sequence<Location>) {
        addToMany(objects.map { $0 }, at: 0)
    }

    public func removeFromChildren(_ object: Location) {
        removeFromToMany(CollectionOfOne(object), at: 0)
    }

    public func removeFromChildren(_ objects: some Sequence<Location>) {
        removeFromToMany(objects.map { $0 }, at: 0)
    }

    public var items: Set<Item> {
        get { toMany(at: 1, as: Item.self) }
        set { setToMany(newValue, at: 1) }
    }

    public func addToItems(_ object: Item) {
        addToMany(CollectionOfOne(object), at: 1)
    }

    public func addToItems(_ objects: some Sequence<Item>) {
        addToMany(objects.map { $0 }, at: 1)
    }

    public func removeFromItems(_ object: Item) {
        removeFromToMany(CollectionOfOne(object), at: 1)
    }

    public func removeFromItems(_ objects: some Sequence<Item>) {
        removeFromToMany(objects.map { $0 }, at: 1)
    }

    public var name: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var nameSortKey: Data? {
        get { data(at: 3) }
        set { setData(newValue, at: 3) }
    }

    public var notes: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var parent: Location? {
        get { toOne(at: 5, as: Location.self) }
        set { setToOne(newValue, at: 5) }
    }
}

nonisolated extension Sighting {
    public var addedAt: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var code: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var formerSeen: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var formerSeenBy: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var itemKey: UUID? {
        get { uuid(at: 4) }
        set { setUUID(newValue, at: 4) }
    }

    public var key: UUID? {
        get { uuid(at: 5) }
        set { setUUID(newValue, at: 5) }
    }

    public var location: Int64? {
        get { optionalInt64(at: 6) }
        set { setOptionalInt64(newValue, at: 6) }
    }

    public var name: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var outcome: String? {
        get { string(at: 8) }
        set { setString(newValue, at: 8) }
    }

    public var product: Int64? {
        get { optionalInt64(at: 9) }
        set { setOptionalInt64(newValue, at: 9) }
    }

    public var quantity: Decimal? {
        get { decimal(at: 10) }
        set { setDecimal(newValue, at: 10) }
    }

    public var seenAt: Date? {
        get { date(at: 11) }
        set { setDate(newValue, at: 11) }
    }

    public var seenBy: String? {
        get { string(at: 12) }
        set { setString(newValue, at: 12) }
    }

    public var stocktake: Stocktake? {
        get { toOne(at: 13, as: Stocktake.self) }
        set { setToOne(newValue, at: 13) }
    }
}

nonisolated extension Stocktake {
    public var assetType: Int64? {
        get { optionalInt64(at: 0) }
        set { setOptionalInt64(newValue, at: 0) }
    }

    public var closedAt: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var closedBy: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var location: Int64? {
        get { optionalInt64(at: 3) }
        set { setOptionalInt64(newValue, at: 3) }
    }

    public var name: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var nameSortKey: Data? {
        get { data(at: 5) }
        set { setData(newValue, at: 5) }
    }

    public var productCategory: Int64? {
        get { optionalInt64(at: 6) }
        set { setOptionalInt64(newValue, at: 6) }
    }

    public var result: Data? {
        get { data(at: 7) }
        set { setData(newValue, at: 7) }
    }

    public var sightings: Set<Sighting> {
        get { toMany(at: 8, as: Sighting.self) }
        set { setToMany(newValue, at: 8) }
    }

    public func addToSightings(_ object: Sighting) {
        addToMany(CollectionOfOne(object), at: 8)
    }

    public func addToSightings(_ objects: some Sequence<Sighting>) {
        addToMany(objects.map { $0 }, at: 8)
    }

    public func removeFromSightings(_ object: Sighting) {
        removeFromToMany(CollectionOfOne(object), at: 8)
    }

    public func removeFromSightings(_ objects: some Sequence<Sighting>) {
        removeFromToMany(objects.map { $0 }, at: 8)
    }

    public var startedAt: Date? {
        get { date(at: 9) }
        set { setDate(newValue, at: 9) }
    }

    public var tag: Int64? {
        get { optionalInt64(at: 10) }
        set { setOptionalInt64(newValue, at: 10) }
    }
}

nonisolated extension Tag {
    public var color: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var items: Set<Item> {
        get { toMany(at: 1, as: Item.self) }
        set { setToMany(newValue, at: 1) }
    }

    public func addToItems(_ object: Item) {
        addToMany(CollectionOfOne(object), at: 1)
    }

    public func addToItems(_ objects: some Sequence<Item>) {
        addToMany(objects.map { $0 }, at: 1)
    }

    public func removeFromItems(_ object: Item) {
        removeFromToMany(CollectionOfOne(object), at: 1)
    }

    public func removeFromItems(_ objects: some Sequence<Item>) {
        removeFromToMany(objects.map { $0 }, at: 1)
    }

    public var name: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
}

nonisolated extension ValueRecord {
    public var item: Item? {
        get { toOne(at: 0, as: Item.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var quantity: Int32 {
        get { int32(at: 1) }
        set { setInt32(newValue, at: 1) }
    }

    public var replacementValue: Decimal? {
        get { decimal(at: 2) }
        set { setDecimal(newValue, at: 2) }
    }

    public var until: Date? {
        get { date(at: 3) }
        set { setDate(newValue, at: 3) }
    }

    public var valueInDollars: Int32 {
        get { int32(at: 4) }
        set { setInt32(newValue, at: 4) }
    }
}

/// The classes and key paths that are generated from the model Inventory.
nonisolated public let inventoryModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "AssetType", objectClass: AssetType.self,
        properties: [
            ("fields", \AssetType.fields),
            ("items", \AssetType.items),
            ("label", \AssetType.label),
            ("labelSortKey", \AssetType.labelSortKey),
            ("template", \AssetType.template),
        ]),
    ManagedObjectClass(
        entityName: "CareRecord", objectClass: CareRecord.self,
        properties: [
            ("cost", \CareRecord.cost),
            ("date", \CareRecord.date),
            ("notes", \CareRecord.notes),
            ("task", \CareRecord.task),
            ("title", \CareRecord.title),
        ]),
    ManagedObjectClass(
        entityName: "CareTask", objectClass: CareTask.self,
        properties: [
            ("cost", \CareTask.cost),
            ("due", \CareTask.due),
            ("interval", \CareTask.interval),
            ("item", \CareTask.item),
            ("lastDone", \CareTask.lastDone),
            ("notes", \CareTask.notes),
            ("records", \CareTask.records),
            ("title", \CareTask.title),
            ("titleSortKey", \CareTask.titleSortKey),
        ]),
    ManagedObjectClass(
        entityName: "Document", objectClass: Document.self,
        properties: [
            ("addedAt", \Document.addedAt),
            ("byteCount", \Document.byteCount),
            ("item", \Document.item),
            ("key", \Document.key),
            ("kind", \Document.kind),
            ("mediaType", \Document.mediaType),
            ("name", \Document.name),
            ("nameSortKey", \Document.nameSortKey),
            ("sha256", \Document.sha256),
            ("thumbnail", \Document.thumbnail),
            ("trashedDate", \Document.trashedDate),
        ]),
    ManagedObjectClass(
        entityName: "InboxPhoto", objectClass: InboxPhoto.self,
        properties: [
            ("addedAt", \InboxPhoto.addedAt),
            ("captureDate", \InboxPhoto.captureDate),
            ("draftKey", \InboxPhoto.draftKey),
            ("fileName", \InboxPhoto.fileName),
            ("key", \InboxPhoto.key),
            ("orderingValue", \InboxPhoto.orderingValue),
            ("thumbnail", \InboxPhoto.thumbnail),
        ]),
    ManagedObjectClass(
        entityName: "Item", objectClass: Item.self,
        properties: [
            ("assetType", \Item.assetType),
            ("captureDate", \Item.captureDate),
            ("careTasks", \Item.careTasks),
            ("container", \Item.container),
            ("contents", \Item.contents),
            ("dateCreated", \Item.dateCreated),
            ("documents", \Item.documents),
            ("fieldValues", \Item.fieldValues),
            ("hasLifetimeWarranty", \Item.hasLifetimeWarranty),
            ("hasPhoto", \Item.hasPhoto),
            ("insurance", \Item.insurance),
            ("isValuable", \Item.isValuable),
            ("itemKey", \Item.itemKey),
            ("itemName", \Item.itemName),
            ("itemNameSortKey", \Item.itemNameSortKey),
            ("itemNumber", \Item.itemNumber),
            ("lastSeen", \Item.lastSeen),
            ("lastSeenBy", \Item.lastSeenBy),
            ("loans", \Item.loans),
            ("location", \Item.location),
            ("manufacturer", \Item.manufacturer),
            ("manufacturerSortKey", \Item.manufacturerSortKey),
            ("modelNumber", \Item.modelNumber),
            ("modelNumberSortKey", \Item.modelNumberSortKey),
            ("notes", \Item.notes),
            ("orderingValue", \Item.orderingValue),
            ("photos", \Item.photos),
            ("plainSerialNumber", \Item.plainSerialNumber),
            ("purchaseDate", \Item.purchaseDate),
            ("purchasePrice", \Item.purchasePrice),
            ("quantity", \Item.quantity),
            ("replacementValue", \Item.replacementValue),
            ("seller", \Item.seller),
            ("sellerSortKey", \Item.sellerSortKey),
            ("serialNumber", \Item.serialNumber),
            ("serialNumberSortKey", \Item.serialNumberSortKey),
            ("soldDate", \Item.soldDate),
            ("tags", \Item.tags),
            ("templateOf", \Item.templateOf),
            ("thumbnail", \Item.thumbnail),
            ("totalValueCents", \Item.totalValueCents),
            ("totalWorthCents", \Item.totalWorthCents),
            ("trashedDate", \Item.trashedDate),
            ("valueInDollars", \Item.valueInDollars),
            ("valueRecords", \Item.valueRecords),
            ("warrantyUntil", \Item.warrantyUntil),
            ("worth", \Item.worth),
        ]),
    ManagedObjectClass(
        entityName: "ItemField", objectClass: ItemField.self,
        properties: [
            ("assetType", \ItemField.assetType),
            ("kind", \ItemField.kind),
            ("name", \ItemField.name),
            ("orderingValue", \ItemField.orderingValue),
            ("values", \ItemField.values),
        ]),
    ManagedObjectClass(
        entityName: "ItemFieldValue", objectClass: ItemFieldValue.self,
        properties: [
            ("date", \ItemFieldValue.date),
            ("field", \ItemFieldValue.field),
            ("item", \ItemFieldValue.item),
            ("number", \ItemFieldValue.number),
            ("text", \ItemFieldValue.text),
        ]),
    ManagedObjectClass(
        entityName: "ItemNumbering", objectClass: ItemNumbering.self,
        properties: [
            ("last", \ItemNumbering.last),
            ("photosAreRecords", \ItemNumbering.photosAreRecords),
            ("valueNotice", \ItemNumbering.valueNotice),
        ]),
    ManagedObjectClass(
        entityName: "ItemPhoto", objectClass: ItemPhoto.self,
        properties: [
            ("addedAt", \ItemPhoto.addedAt),
            ("caption", \ItemPhoto.caption),
            ("captureDate", \ItemPhoto.captureDate),
            ("item", \ItemPhoto.item),
            ("key", \ItemPhoto.key),
            ("thumbnail", \ItemPhoto.thumbnail),
            ("trashedDate", \ItemPhoto.trashedDate),
        ]),
    ManagedObjectClass(
        entityName: "ItemView", objectClass: ItemView.self,
        properties: [
            ("name", \ItemView.name),
            ("orderingValue", \ItemView.orderingValue),
            ("query", \ItemView.query),
        ]),
    ManagedObjectClass(
        entityName: "LabelSheet", objectClass: LabelSheet.self,
        properties: [
            ("columns", \LabelSheet.columns),
            ("gapAcross", \LabelSheet.gapAcross),
            ("gapDown", \LabelSheet.gapDown),
            ("labelHeight", \LabelSheet.labelHeight),
            ("labelWidth", \LabelSheet.labelWidth),
            ("marginLeft", \LabelSheet.marginLeft),
            ("marginTop", \LabelSheet.marginTop),
            ("name", \LabelSheet.name),
            ("pageHeight", \LabelSheet.pageHeight),
            ("pageWidth", \LabelSheet.pageWidth),
            ("rows", \LabelSheet.rows),
        ]),
    ManagedObjectClass(
        entityName: "Loan", objectClass: Loan.self,
        properties: [
            ("borrower", \Loan.borrower),
            ("borrowerSortKey", \Loan.borrowerSortKey),
            ("due", \Loan.due),
            ("item", \Loan.item),
            ("notes", \Loan.notes),
            ("returned", \Loan.returned),
            ("since", \Loan.since),
        ]),
    ManagedObjectClass(
        entityName: "Location", objectClass: Location.self,
        properties: [
            ("children", \Location.children),
            ("items", \Location.items),
            ("name", \Location.name),
            ("nameSortKey", \Location.nameSortKey),
            ("notes", \Location.notes),
            ("parent", \Location.parent),
        ]),
    ManagedObjectClass(
        entityName: "Sighting", objectClass: Sighting.self,
        properties: [
            ("addedAt", \Sighting.addedAt),
            ("code", \Sighting.code),
            ("formerSeen", \Sighting.formerSeen),
            ("formerSeenBy", \Sighting.formerSeenBy),
            ("itemKey", \Sighting.itemKey),
            ("key", \Sighting.key),
            ("location", \Sighting.location),
            ("name", \Sighting.name),
            ("outcome", \Sighting.outcome),
            ("product", \Sighting.product),
            ("quantity", \Sighting.quantity),
            ("seenAt", \Sighting.seenAt),
            ("seenBy", \Sighting.seenBy),
            ("stocktake", \Sighting.stocktake),
        ]),
    ManagedObjectClass(
        entityName: "Stocktake", objectClass: Stocktake.self,
        properties: [
            ("assetType", \Stocktake.assetType),
            ("closedAt", \Stocktake.closedAt),
            ("closedBy", \Stocktake.closedBy),
            ("location", \Stocktake.location),
            ("name", \Stocktake.name),
            ("nameSortKey", \Stocktake.nameSortKey),
            ("productCategory", \Stocktake.productCategory),
            ("result", \Stocktake.result),
            ("sightings", \Stocktake.sightings),
            ("startedAt", \Stocktake.startedAt),
            ("tag", \Stocktake.tag),
        ]),
    ManagedObjectClass(
        entityName: "Tag", objectClass: Tag.self,
        properties: [
            ("color", \Tag.color),
            ("items", \Tag.items),
            ("name", \Tag.name),
        ]),
    ManagedObjectClass(
        entityName: "ValueRecord", objectClass: ValueRecord.self,
        properties: [
            ("item", \ValueRecord.item),
            ("quantity", \ValueRecord.quantity),
            ("replacementValue", \ValueRecord.replacementValue),
            ("until", \ValueRecord.until),
            ("valueInDollars", \ValueRecord.valueInDollars),
        ]),
]
