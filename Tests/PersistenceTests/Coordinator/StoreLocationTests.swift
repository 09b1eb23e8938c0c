import Persistence
import Testing

@Suite("Store locations")
struct StoreLocationTests {
    @Test(
        "The description of an address does not contain secrets",
        arguments: [
            ("postgresql://db.example.org/home", "postgresql://db.example.org/home"),
            ("postgresql://ada@db/home", "postgresql://ada@db/home"),
            ("postgresql://ada:s3cret@db:5432/home", "postgresql://ada@db:5432/home"),
            ("postgresql://ada:s3c@ret@db/home?password=s3cret", "postgresql://ada@db/home"),
            ("postgresql://db/home?password=s3cret#s3cret", "postgresql://db/home"),
            ("host=db password=a:b", "…"),
            ("s3cret", "…"),
        ])
    func secrets(_ address: String, _ shown: String) {
        #expect("\(StoreLocation.address(address))" == shown)
    }

    @Test("A location is a file, an address with a scheme, or memory")
    func places() {
        #expect(StoreLocation.file("/a/b").path == "/a/b")
        #expect(StoreLocation.file("c:/b").scheme == nil)
        #expect(StoreLocation.address("PostgreSQL://db/a:b").scheme == "postgresql")
        #expect(StoreLocation.address("postgresql://db").path == nil)
        #expect(StoreLocation.memory.path == nil)
        #expect("\(StoreLocation.memory)" == "in memory")
    }

    @Test("The path of a store description is that of its location")
    func descriptions() {
        var description = StoreDescription.sqlite(path: "/a/b")
        #expect(description.location == .file("/a/b"))
        description.path = "/c"
        #expect(description.location == .file("/c"))
        description.location = .address("x://y")
        #expect(description.path == "")
        #expect(StoreDescription.inMemory.location == .memory)
    }
}
