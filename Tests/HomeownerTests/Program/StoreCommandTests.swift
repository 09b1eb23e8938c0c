import Foundation
import Testing

/// The commands that inspect and change stores, as separate processes.
@Suite(.fewAtATime)
struct StoreCommandTests {
    /// A store with three items and their types.
    private let folder = TemporaryFolder()
    private var store: String { folder.path + "/Homeowner.sqlite" }

    init() async throws {
        let run = try await Program.run("seed", "--items", "3", "--data", folder.path)
        try #require(run.status == 0)
    }

    @Test("The library’s program has the commands for models and stores too")
    func libraryProgram() async throws {
        let theirs = try await Program.run("store", "dump", store, of: "persistence")
        let ours = try await Program.run("store", "dump", store)
        let check = try await Program.run(
            "model", "check", "Sources/Domain/Inventory/Inventory.xcdatamodeld", of: "persistence")
        let missing = try await Program.run("store", "info", "/nowhere", of: "persistence")
        let serve = try await Program.run("store", "serve", store, of: "persistence")

        #expect(theirs.status == 0 && theirs.output == ours.output && !theirs.output.isEmpty)
        #expect(check.status == 0 && check.output.isEmpty)
        #expect(missing.status == 1 && missing.errors.contains("/nowhere"))
        #expect(serve.status == 2)
    }

    @Test("A mapping model computes the values of records of a newer version")
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
        #expect(second.output == "The store already has this version.\n")
        let migrated = try Database(store).text(
            "SELECT group_concat(ZSHOUT) FROM (SELECT ZSHOUT FROM ZASSETTYPE ORDER BY Z_PK)")
        #expect(migrated == labels && !labels.isEmpty)
        #expect(
            FileManager.default.fileExists(
                atPath: folder.path + "/Homeowner-before-migration.sqlite"))
    }

    @Test("A missing mapping model is named, and the store stays unchanged")
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

    @Test("A store is copied to other store types and back, and compared")
    func copying() async throws {
        let (xml, back) = (folder.path + "/copy.xml", folder.path + "/back.sqlite")
        let before = try await Program.run("store", "dump", store)

        let binary = try await Program.run(
            "store", "copy", store, folder.path + "/copy.binary", "--type", "binary")
        let first = try await Program.run("store", "copy", store, xml, "--type", "xml")
        let second = try await Program.run("store", "copy", folder.path + "/copy.binary", back)
        let refused = try await Program.run("store", "copy", xml, back)
        let unknown = try await Program.run("store", "copy", store, "nowhere://a:s3cret@host/b")
        let after = try await Program.run("store", "dump", back)

        for run in [binary, first, second] {
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.hasSuffix(" entities were copied.\n"))
        }
        #expect(refused.status != 0 && refused.errors.contains("--replace"))
        #expect(unknown.status != 0 && unknown.errors.contains("nowhere://a@host/b"))
        #expect(!unknown.errors.contains("s3cret"))
        #expect(after.output == before.output && !before.output.isEmpty)
    }

    @Test("Several mapping models migrate a store to a version in a bundle through the others")
    func severalMappings() async throws {
        let bundle = folder.path + "/Types.xcdatamodeld"
        for number in 1...4 {
            let version = "Types.xcdatamodeld/Types \(number).xcdatamodel"
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(version)", withIntermediateDirectories: true)
            _ = try write(Self.version(number), version + "/contents")
        }
        let start = try await Program.run(
            "store", "migrate", store, "--model", bundle + "/Types 1.xcdatamodel")
        let first = try write(Self.step(to: 2, "uppercase($source.label)"), "first.xml")
        let second = try write(Self.step(to: 3, "lowercase($source.label)"), "second.xml")
        let version = bundle + "/Types 3.xcdatamodel"

        let run = try await Program.run(
            "store", "migrate", store, "--model", version, "--mapping", first, second)
        let again = try await Program.run(
            "store", "migrate", store, "--model", version, "--mapping", first, second)
        let elsewhere = try await Program.run(
            "store", "migrate", store, "--model", try write(Self.version(4), "contents"),
            "--mapping", first, second)

        #expect(start.status == 0, "\(start.errors)")
        #expect(run.status == 0 && run.output == "The store was migrated.\n", "\(run.errors)")
        #expect(run.errors.contains("Step 2 of 2: Types 3"))
        #expect(again.output == "The store already has this version.\n")
        #expect(
            try Database(store).text(
                "SELECT count(*) > 0 AND min(ZSHOUT2 = upper(ZLABEL) AND ZSHOUT3 = lower(ZLABEL)) "
                    + "FROM ZASSETTYPE") == "1")
        #expect(elsewhere.status != 0 && elsewhere.errors.contains("Several mapping models need"))
    }

    /// A model of types, with one more attribute in each version.
    private static func version(_ number: Int) -> String {
        let attributes = (1..<number).map {
            #"<attribute name="shout\#($0 + 1)" optional="YES" attributeType="String"/>"#
        }
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="AssetType" representedClassName="AssetType" syncable="YES">
                    <attribute name="label" attributeType="String"/>
                    \(attributes.joined())
                </entity>
            </model>
            """
    }

    /// The mapping from the previous version, which gives the new attribute a value.
    private static func step(to number: Int, _ expression: String) -> String {
        let kept = ["label"] + (1..<number - 1).map { "shout\($0 + 1)" }
        let mappings = kept.enumerated().map { index, name in
            """
            <object type="XDDEVATTRIBUTEMAPPING" id="z\(4 + index)">
                <attribute name="name" type="string">\(name)</attribute>
            </object>
            """
        }
        let ids = (0..<kept.count).map { "z\(4 + $0)" }.joined(separator: " ")
        return """
            <?xml version="1.0"?>
            <database>
                <object type="XDDEVMAPPINGMODEL" id="z1">
                    <attribute name="sourcemodelpath" type="string">Types.xcdatamodeld/Types \(number - 1).xcdatamodel</attribute>
                    <attribute name="destinationmodelpath" type="string">Types.xcdatamodeld/Types \(number).xcdatamodel</attribute>
                </object>
                <object type="XDDEVENTITYMAPPING" id="z2">
                    <attribute name="sourcename" type="string">AssetType</attribute>
                    <attribute name="destinationname" type="string">AssetType</attribute>
                    <attribute name="name" type="string">AssetTypeToAssetType</attribute>
                    <attribute name="mappingnumber" type="int16">1</attribute>
                    <relationship name="attributemappings" idrefs="z3 \(ids)"></relationship>
                </object>
                <object type="XDDEVATTRIBUTEMAPPING" id="z3">
                    <attribute name="name" type="string">shout\(number)</attribute>
                    <attribute name="valueexpression" type="string">\(expression)</attribute>
                </object>
                \(mappings.joined(separator: "\n"))
            </database>
            """
    }

    @Test("A store without a stored model is read with the given one")
    func givenModel() async throws {
        let model = try write(Self.version(1), "contents")
        let start = try await Program.run("store", "migrate", store, "--model", model)
        let dump = try await Program.run("store", "dump", store)
        try Database(store).run("DELETE FROM Z_MODELCACHE")
        let copy = folder.path + "/copy.xml"

        for command in [
            ["info", store], ["dump", store], ["check", store], ["copy", store, copy],
        ] {
            let run = try await Program.run(["store"] + command)

            #expect(run.status != 0, "\(command)")
            #expect(run.errors.contains("--model"), "\(command): \(run.errors)")
        }
        let info = try await Program.run("store", "info", store, "--model", model)
        let again = try await Program.run("store", "dump", store, "--model", model)
        let check = try await Program.run("store", "check", store, "--model", model)
        let copied = try await Program.run(
            "store", "copy", store, copy, "--type", "xml", "--model", model)

        #expect(start.status == 0, "\(start.errors)")
        #expect(info.status == 0 && info.output.contains("  AssetType: "), "\(info.errors)")
        #expect(again.status == 0 && again.output == dump.output && !dump.output.isEmpty)
        #expect(check.status == 0 && check.output.isEmpty, "\(check.output)\(check.errors)")
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(copied.output.hasSuffix(" records of 1 entities were copied.\n"))
        let other = try await Program.run("store", "dump", copy)
        #expect(other.status == 0 && other.output == dump.output)
    }

    @Test("Records that the given model does not allow are named")
    func strictModel() async throws {
        let model = try write(Self.version(2), "contents")
        let start = try await Program.run("store", "migrate", store, "--model", model)
        let database = try Database(store)
        let key = try database.text("SELECT min(Z_PK) FROM ZASSETTYPE")
        let count = try database.text("SELECT count(*) FROM ZASSETTYPE")
        try database.run("UPDATE ZASSETTYPE SET ZLABEL = 'same', ZSHOUT2 = 'x'")
        try database.run("UPDATE ZASSETTYPE SET ZSHOUT2 = NULL WHERE Z_PK = \(key)")
        let strict = Self.version(2).replacing(
            #"name="shout2" optional="YES""#, with: #"name="shout2""#
        ).replacing(
            "</entity>",
            with: "<uniquenessConstraints><uniquenessConstraint><constraint value=\"label\"/>"
                + "</uniquenessConstraint></uniquenessConstraints></entity>")

        let own = try await Program.run("store", "check", store)
        try database.run("DELETE FROM Z_MODELCACHE")
        let run = try await Program.run(
            "store", "check", store, "--model", try write(strict, "strict"))

        #expect(start.status == 0 && own.status == 0, "\(start.errors)\(own.output)")
        #expect(run.status == 1, "\(run.errors)")
        #expect(
            run.output.contains("AssetType: shout2 is required, and 1 record has none: \(key)."))
        #expect(
            run.output.contains(
                "AssetType: label has to be unique, and \(count) records share values: \(key)"))
    }

    @Test("No command reads a log that belongs to another file, and each names it")
    func foreignLog() async throws {
        let (old, log) = (folder.path + "/Old.sqlite", folder.path + "/Old.sqlite-wal")
        try FileManager.default.copyItem(atPath: store, toPath: old)
        for number in 1...3 { try Database(store).run("CREATE TABLE note\(number) (text)") }
        let database = try Database(store)
        try database.run("PRAGMA wal_autocheckpoint = 0")
        try database.run("CREATE TABLE note (text)")
        try FileManager.default.copyItem(atPath: store + "-wal", toPath: log)
        let before = [old, log].map(FileManager.default.contents)

        for command in [
            ["info", old], ["dump", old], ["check", old], ["copy", old, folder.path + "/copy.xml"],
        ] {
            let run = try await Program.run(["store"] + command)

            #expect(run.status != 0, "\(command)")
            #expect((run.output + run.errors).contains("\(log) is the log of another file"))
        }

        #expect([old, log].map(FileManager.default.contents) == before)
        try FileManager.default.removeItem(atPath: log)
        let run = try await Program.run("store", "check", old)
        #expect(run.status == 0, "\(run.output)")
    }

    @Test("An orphaned file is a warning; the status stays 0")
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

    /// A model of types, with a copy of their label.
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
