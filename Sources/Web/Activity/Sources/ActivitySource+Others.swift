import Domain
import Persistence

extension ActivitySource {
    /// The words of groceries, books and places.
    static let others: [EntityName: ActivitySource] = [
        .groceryItem: ActivitySource(.groceries, "grocery") { (item: GroceryItem) in
            (item.name ?? "", .grocery(number(item)))
        },
        .bookCategory: ActivitySource(.books, "category") { (category: BookCategory) in
            (category.name ?? "", ResourcePaths(.bookCategories).record(number(category)))
        },
        .book: ActivitySource(.books, "book") { (book: Book) in
            (book.title ?? "", ResourcePaths(.books).record(number(book)))
        },
        .page: ActivitySource(.books, "page", partOf: [.book]) { (page: Page) in
            (page.book?.title ?? "", .page(number(page)))
        },
        .place: ActivitySource(.places, "place") { (place: Place) in
            (place.name ?? "", .place(number(place)))
        },
        .photo: ActivitySource(.places, "photo") { (photo: Photo) in
            (photo.title ?? "", .photo(number(photo)))
        },
    ]
}
