import Persistence

/// A library in which two contexts work at the same time, each with its own objects.
struct SharedLibrary {
    let library: TestLibrary
    let (first, second): (ManagedObjectContext, ManagedObjectContext)
    /// A context that shows the stored records.
    let third: ManagedObjectContext
    /// An author, and two of her books.
    let ids: [ManagedObjectID]
    let otherAuthorID: ManagedObjectID
    let tagID: ManagedObjectID

    init(_ kind: StoreKind, policy: MergePolicy = .error) throws {
        library = try TestLibrary(kind)
        ids = try library.save(author: "Ada", titles: ["One", "Two"])
        otherAuthorID = try library.save(author: "Bob", titles: [])[0]
        let setup = library.context()
        let tag = Tag(context: setup)
        tag.label = "red"
        try setup.save()
        tagID = tag.objectID
        first = library.context()
        second = library.context()
        third = library.context()
        second.mergePolicy = policy
    }

    func author(_ context: ManagedObjectContext) throws -> Author {
        try context.existing(ids[0], as: Author.self)
    }

    func otherAuthor(_ context: ManagedObjectContext) throws -> Author {
        try context.existing(otherAuthorID, as: Author.self)
    }

    func book(_ context: ManagedObjectContext) throws -> Book {
        try context.existing(ids[1], as: Book.self)
    }

    func tag(_ context: ManagedObjectContext) throws -> Tag {
        try context.existing(tagID, as: Tag.self)
    }

    /// The conflicts of the second context's save, which must be refused.
    func conflicts() throws -> [MergeConflict] {
        do {
            try second.save()
        } catch PersistenceError.mergeConflicts(let conflicts) {
            return conflicts
        }
        return []
    }
}
