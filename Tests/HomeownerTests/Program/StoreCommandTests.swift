import Foundation
import Testing

/// The commands that look into stores and change them, one process after the other.
@Suite(.serialized)
struct StoreCommandTests {
    /// A store with three items, and their types.
    private let folder = TemporaryFolder()
    private var store: String { folder.path + "/Homeowner.sqlite" }

    init() async throws {
        let run = try await Program.run("seed", "--items", "3", "--data", folder.path)
        try #require(run.status == 0)
    }

    @Test("A mapping model gives the records of a newer version their values")
    func mapping() async throws {
        let model = try write(Self.newerModel, "contents")
        let mapping = try write(Self.mapping, "xcmapping.xml")
        let labels = try Database(store).text(
            "SELECT group_concat(upper(ZLABEL)) FROM (SELECT ZLABEL FROM ZASSETTYPE ORDER BY Z_PK)")

        let first = try await Program.run(
            "store", "migrate", store, "--model", model, "--mapping", mapping)
        let second = try await Program.run(
            "store", "migrate", store, "--model", model, "--mapping", mapping)

        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output == "The store was migrated.\n")
        #expect(second.output == "The store is of this version already.\n")
        let migrated = try Database(store).text(
            "SELECT group_concat(ZSHOUT) FROM (SELECT ZSHOUT FROM ZASSETTYPE ORDER BY Z_PK)")
        #expect(migrated == labels && !labels.isEmpty)
        #expect(
            FileManager.default.fileExists(
                atPath: folder.path + "/Homeowner-before-migration.sqlite"))
    }

    @Test("A mapping model that is not there is named, and the store stays")
    func missingMapping() async throws {
        let model = try write(Self.newerModel, "contents")
        let before = try await Program.run("store", "info", store)

        let run = try await Program.run(
            "store", "migrate", store, "--model", model, "--mapping", "/nowhere/xcmapping.xml")

        let after = try await Program.run("store", "info", store)
        #expect(run.status == 1)
        #expect(run.errors.contains("/nowhere/xcmapping.xml"))
        #expect(after.output == before.output)
    }

    @Test("A file that no record refers to is a warning; the status stays 0")
    func warning() async throws {
        let clean = try await Program.run("store", "check", store)
        let files = folder.path + "/.Homeowner_SUPPORT/_EXTERNAL_DATA"
        let name = "7B5A1B0A-8F7C-4B7E-9C43-0123456789AB"
        try FileManager.default.createDirectory(
            atPath: files, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(fileURLWithPath: "\(files)/\(name)"))

        let run = try await Program.run("store", "check", store)

        #expect(clean.status == 0 && clean.output.isEmpty)
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("Warning: No record refers to the file "))
        #expect(run.errors.contains(name))
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Types alone, with their label once more.
    private static let newerModel = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="AssetType" representedClassName="AssetType" syncable="YES">
                <attribute name="label" attributeType="String"/>
                <attribute name="shout" optional="YES" attributeType="String"/>
            </entity>
        </model>
        """

    private static let mapping = """
        <?xml version="1.0"?>
        <database>
            <object type="XDDEVMAPPINGMODEL" id="z1"></object>
            <object type="XDDEVENTITYMAPPING" id="z2">
                <attribute name="sourcename" type="string">AssetType</attribute>
                <attribute name="destinationname" type="string">AssetType</attribute>
                <attribute name="name" type="string">AssetTypeToAssetType</attribute>
                <attribute name="mappingnumber" type="int16">1</attribute>
                <relationship name="attributemappings" idrefs="z3 z4"></relationship>
            </object>
            <object type="XDDEVATTRIBUTEMAPPING" id="z3">
                <attribute name="name" type="string">label</attribute>
            </object>
            <object type="XDDEVATTRIBUTEMAPPING" id="z4">
                <attribute name="name" type="string">shout</attribute>
                <attribute name="valueexpression" type="string">uppercase($source.label)</attribute>
            </object>
        </database>
        """
}
