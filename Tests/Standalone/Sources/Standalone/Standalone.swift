import Foundation
import ObjectModel
import Persistence

/// Writes a note into a store and reads it again, with nothing but Persistence.
@main
struct Standalone {
    static func main() async throws {
        guard let path = Bundle.module.path(forResource: "Notes", ofType: "xcdatamodeld") else {
            throw CocoaError(.fileNoSuchFile)
        }
        let container = try PersistentContainer(
            model: try ManagedObjectModel(contentsOf: path), classes: notesModelClasses,
            store: .inMemory)
        try await container.write { context in
            let (note, tag) = (Note(context: context), Tag(context: context))
            note.text = "Persistence by itself"
            tag.name = "standalone"
            note.addToTags(tag)
            try context.save()
        }
        let texts = try await container.read { context in
            var request = Note.fetchRequest()
            request.predicate = try FetchPredicate(format: "ANY tags.name == 'standalone'")
            return try context.fetch(request).compactMap(\.text)
        }
        guard texts == ["Persistence by itself"] else { throw CocoaError(.fileReadCorruptFile) }
        print(texts.joined(separator: "\n"))
    }
}
