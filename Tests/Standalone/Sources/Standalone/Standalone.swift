import Foundation
import ObjectModel
import Persistence

/// Writes a note into a store and reads it again, with nothing but Persistence; then the same in a store
/// that this package has written itself.
@main
struct Standalone {
    static func main() async throws {
        guard let path = Bundle.module.path(forResource: "Notes", ofType: "xcdatamodeld") else {
            throw CocoaError(.fileNoSuchFile)
        }
        let model = try ManagedObjectModel(contentsOf: path)
        try await keepNote(in: container(model, .inMemory))
        PersistentStoreCoordinator.registerStoreFactory(
            DrawerFactory(), forStoreType: DrawerFactory.type)
        let drawer = try container(model, StoreDescription(type: DrawerFactory.type))
        try await keepNote(in: drawer)
        try await changeNote(in: drawer)
        try await Notebooks.sort(in: container(model, .inMemory))
        print("Persistence by itself")
    }

    private static func container(
        _ model: ManagedObjectModel, _ store: StoreDescription
    ) throws -> PersistentContainer {
        try PersistentContainer(model: model, classes: notesModelClasses, store: store)
    }

    private static func keepNote(in container: PersistentContainer) async throws {
        try await container.write { context in
            let (note, tag) = (Note(context: context), Tag(context: context))
            note.text = "A note"
            tag.name = "standalone"
            note.addToTags(tag)
            try context.save()
        }
        let found = try await container.read { context in
            var request = Note.fetchRequest()
            request.predicate = try FetchPredicate(format: "ANY tags.name == 'standalone'")
            return try context.fetch(request).map { note in
                [note.text] + note.tags.map(\.name)
            }
        }
        guard found == [["A note", "standalone"]] else { throw CocoaError(.fileReadCorruptFile) }
    }

    /// A change, a conflict over it, and a deletion.
    private static func changeNote(in container: PersistentContainer) async throws {
        try await container.write { context in
            let other = ManagedObjectContext(container)
            let note = try context.fetch(Note.fetchRequest())[0]
            let same = try other.fetch(Note.fetchRequest())[0]
            note.text = "Another"
            same.text = "Late"
            try context.save()
            do {
                try other.save()
                throw CocoaError(.fileWriteUnknown)
            } catch is PersistenceError {
                other.rollback()
            }
            for tag in try context.fetch(Tag.fetchRequest()) { context.delete(tag) }
            try context.save()
        }
        let left = try await container.read { context in
            let texts = DictionaryFetchRequest(
                entityName: "Note", columns: [(key: "text", expression: .keyPath(["text"]))])
            let count = try context.fetchDictionaries(texts).count
            return try context.fetch(Note.fetchRequest()).map {
                "\($0.text ?? "") \($0.tags.count) \(count)"
            }
        }
        guard left == ["Another 0 1"] else { throw CocoaError(.fileReadCorruptFile) }
    }
}
