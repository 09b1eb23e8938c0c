import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Foreign data is read or rejected without a trap, a hang or excessive memory. `make fuzz` runs
/// longer.
@Suite("Fuzzing of readers")
struct FuzzTests {
    @Test("Any text is read as a predicate, or refused with a position within it")
    func predicates() throws {
        try FuzzRun("predicates").run { random in
            var source = HostilePredicate(seed: random.next())
            let text = source.text(&random)
            let arguments = Array(repeating: "key", count: random.below(3))
            do {
                let predicate = try FetchPredicate(format: text, arguments: arguments)
                let again = try FetchPredicate(format: predicate.predicateFormat)
                return again == predicate ? nil : "\(text) does not print as it was read."
            } catch let error as PredicateSyntaxError {
                let isWithin = error.offset >= 0 && error.offset + error.length <= text.count
                return isWithin ? nil : "\(text) is refused outside of it."
            }
        }
    }

    @Test("Any bytes are read as a model file, or refused")
    func models() throws {
        try FuzzRun("models").run { random in
            let data = HostileModel.data(&random)
            do {
                let text = try ManagedObjectModel(xml: data).xmlText
                let again = try ManagedObjectModel(xml: Data(text.utf8))
                guard again.xmlText == text else { return "What is written is not what was read." }
                return try useless(again)
            } catch is ModelError {
                return nil
            }
        }
    }

    @Test("Any bytes are read as a keyed archive, or refused")
    func archives() throws {
        try FuzzRun("archives").run { random in
            let data = HostileArchive.data(&random)
            guard let archive = try? KeyedArchiveReader(data),
                let model = try? ModelCacheDecoder(archive).decode()
            else { return nil }
            guard !model.xmlText.isEmpty else { return "The model has no text." }
            return (try? model.validate()) == nil ? nil : try useless(model)
        }
    }

    @Test("Any bytes are read as a store's metadata and compressed model, or refused")
    func metadata() throws {
        let caches = try HostileArchive.sources.map { Array(try Deflate.compress($0)) }

        try FuzzRun("metadata").run { random in
            var bytes = random.pick(caches)
            random.damage(&bytes, times: 1 + random.below(3))
            _ = try? StoreModelCache.decode(Data(bytes))
            var list = Array(StoreMetadata(newStoreFor: Library.model).propertyList)
            random.damage(&list, times: 1 + random.below(4))
            guard let metadata = try? StoreMetadata(identifier: "", propertyList: Data(list)) else {
                return nil
            }
            return metadata.propertyList.isEmpty ? "The metadata are lost." : nil
        }
    }

    @Test("Any bytes are read as an XML store, or refused")
    func xmlStores() throws {
        let source = Array(try AtomicZoo(.xml).bytes())
        let format = XMLStoreFormat()

        try FuzzRun("xml-stores").run { random in
            var bytes = source
            random.damage(&bytes, times: random.below(4))
            return try stateFault(format) { try format.load(Data(bytes), layout: $0) }
        }
    }

    @Test("Any bytes are read as the records of a binary store, or refused")
    func binaryStores() throws {
        let store = try BinaryPropertyListReader.read(try AtomicZoo(.binary).bytes())
        let source = Array(try #require(store["records"]?.data))
        let format = BinaryStoreFormat()
        let metadata = PersistentStoreMetadata()

        try FuzzRun("binary-stores").run { random in
            var bytes = source
            random.damage(&bytes, times: random.below(4))
            return try stateFault(format) { layout in
                let records = try BinaryPropertyListReader.read(Data(bytes))
                return try BinaryStoreReader(layout: layout).document(records, metadata)
            }
        }
    }

    /// Does with a document what opening and saving a store does.
    private func stateFault(
        _ format: any AtomicStoreFormat, _ read: (ModelLayout) throws -> AtomicStoreDocument
    ) throws -> String? {
        let layout = try ModelLayout(AtomicZoo.model)
        let storeEntities = StoreEntities(layout: layout, storeIdentifier: "", storeIndex: 0)
        func state(_ document: AtomicStoreDocument) throws -> MemoryState {
            try AtomicStoreLoader.state(
                of: document, layout: layout, storeEntities: storeEntities,
                numbering: format.numbering)
        }
        let first: MemoryState
        let metadata: PersistentStoreMetadata
        do {
            let document = try read(layout)
            metadata = document.metadata
            first = try state(document)
        } catch is AtomicStoreFault {
            return nil
        } catch is XMLFault {
            return nil
        } catch is BinaryPropertyListReader.Failure {
            return nil
        }
        let written = try format.save(first.document(metadata), layout: layout)
        let second = try state(try format.load(written, layout: layout))
        let again = try format.save(second.document(metadata), layout: layout)
        return again == written ? nil : "What is written is not what was read."
    }

    /// Does with a model what opening a store does.
    private func useless(_ model: ManagedObjectModel) throws -> String? {
        let layout: ModelLayout
        do {
            layout = try ModelLayout(model)
        } catch is PersistenceError {
            return nil
        }
        guard !(try SQLSchema.make(layout).createStatements.isEmpty) else {
            return "The store has no tables."
        }
        let cached = try StoreModelCache.decode(try StoreModelCache.encode(model))
        return cached.entities.count == model.entities.count ? nil : "Entities are lost."
    }
}
