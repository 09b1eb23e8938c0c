import ObjectModel
import Persistence
import PostgreSQLServer
import Testing

@testable import PersistencePostgreSQL

@Suite("Store checks")
struct StoreCheckTests {
    private func filled() throws -> TestYard {
        let yard = try TestYard()
        let context = yard.context()
        let tool = try context.make("Tool", ["name": "Saw"])
        try tool.setValue(try context.make("Shed", ["name": "North"]), forKey: "shed")
        try tool.setValue(Set([try context.make("Label", ["name": "red"])]), forKey: "labels")
        let parts = try ["b", "a"].map { try context.make("Part", ["name": $0]) }
        try tool.setValue(parts, forKey: "parts")
        try context.save()
        return yard
    }

    private func faults(_ yard: TestYard) throws -> [String] {
        try StoreCheck.faults(at: .address(yard.address))
    }

    /// Drops the foreign keys, which prevent damage.
    private func unlock(_ look: TestConnection) throws {
        let keys = try look.texts(
            "SELECT conrelid::regclass::text || ' DROP CONSTRAINT ' || quote_ident(conname) "
                + "FROM pg_constraint WHERE contype = 'f' "
                + "AND connamespace = to_regnamespace(current_schema())")
        #expect(!keys.isEmpty)
        for key in keys { try look.execute("ALTER TABLE " + key) }
    }

    @Test("An intact store has no faults")
    func whole() throws {
        let yard = try filled()
        #expect(try faults(yard) == [])
    }

    @Test(
        "Dangling references, wrong entities, wrong order and wrong key limits are reported",
        arguments: [
            (
                "UPDATE ztool SET zshed = 99",
                "Tool 1: shed refers to the Shed 99, which is not there."
            ),
            (
                "UPDATE ztool SET z_ent = 99",
                "The row 1 of ZTOOL has no entity of its table in Z_ENT."
            ),
            (
                "UPDATE z_primarykey SET z_max = 0 WHERE z_name = 'Tool'",
                "Z_MAX of Tool is 0, and the key 1 is in use."
            ),
            ("DELETE FROM zlabel", "refers to the Label 1, which is not there."),
            ("UPDATE zpart SET z_fok_tool = 7", "out of order"),
        ])
    func damage(statement: String, fault: String) throws {
        let yard = try filled()
        let look = try yard.look()
        try unlock(look)
        try look.execute(statement)
        let found = try faults(yard)
        #expect(found.contains { $0.contains(fault) }, "\(found)")
    }

    @Test("Unvalidated foreign keys and invalid indexes are reported")
    func server() throws {
        let yard = try filled()
        let look = try yard.look()
        try look.execute(
            "ALTER TABLE ztool ADD CONSTRAINT later FOREIGN KEY (zshed) REFERENCES zshed NOT VALID")
        try look.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = "
                + "(SELECT indexrelid FROM pg_index WHERE indrelid = 'zpart'::regclass LIMIT 1)")
        let found = try faults(yard)
        #expect(
            found.contains { $0.hasPrefix("The foreign key later was never checked") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("The index ") && $0.contains("REINDEX") }, "\(found)")
    }
}
