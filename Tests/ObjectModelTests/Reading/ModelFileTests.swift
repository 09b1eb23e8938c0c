import Foundation
import ObjectModel
import Testing

struct ModelFileTests {
    @Test("A bundle is read in the version named by .xccurrentversion")
    func currentVersion() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.bundle(
            "Shop", versions: ["Shop", "Shop 2", "Shop 10"], current: "Shop 2.xcdatamodel")

        let model = try ManagedObjectModel(contentsOf: path)

        #expect(model.entities.map(\.name) == ["Shop2"])
        #expect(model.source == "\(path)/Shop 2.xcdatamodel/contents")
        #expect(try ManagedObjectModel.currentVersion(of: path) == "Shop 2")
    }

    @Test("Versions are sorted by the numbers in their names")
    func listOfVersions() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.bundle("Shop", versions: ["Shop 10", "Shop", "Shop 2"])

        #expect(try ManagedObjectModel.versions(of: path) == ["Shop", "Shop 2", "Shop 10"])
    }

    @Test(
        "Another version can be read, with or without the suffix in its name",
        arguments: ["", ".xcdatamodel"])
    func otherVersion(suffix: String) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.bundle(
            "Shop", versions: ["Shop", "Shop 2"], current: "Shop 2.xcdatamodel")

        let model = try ManagedObjectModel(contentsOf: path, version: "Shop" + suffix)

        #expect(model.entities.map(\.name) == ["Shop"])
    }

    @Test("A single version or its contents file can be read")
    func singleVersion() throws {
        let directory = try TemporaryDirectory()
        let bundle = try directory.bundle("Shop", versions: ["Shop"])

        let version = try ManagedObjectModel(contentsOf: "\(bundle)/Shop.xcdatamodel")
        let contents = try ManagedObjectModel(contentsOf: "\(bundle)/Shop.xcdatamodel/contents")

        #expect(version.entities.map(\.name) == ["Shop"])
        #expect(version == contents)
    }

    @Test("Without .xccurrentversion, the newest version is read, with a warning")
    func noCurrentVersion() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.bundle("Shop", versions: ["Shop 9", "Shop 10"])

        let reading = try ModelReading(contentsOf: path)

        #expect(reading.model.entities.map(\.name) == ["Shop10"])
        #expect(reading.faults.map(\.severity) == [.warning])
        #expect(reading.faults.first?.message.contains("\"Shop 10\" is used") == true)
    }

    @Test("The error of a missing current version lists the existing versions")
    func unknownCurrentVersion() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.bundle(
            "Shop", versions: ["Shop", "Shop 2"], current: "../Shop 3.xcdatamodel")

        let error = #expect(throws: ModelError.self) { try ManagedObjectModel(contentsOf: path) }

        #expect(
            error?.description == "\(path)/.xccurrentversion: error: "
                + "there is no version \"../Shop 3\"; there are: Shop, Shop 2")
    }

    @Test("An invalid .xccurrentversion is reported")
    func brokenCurrentVersion() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.bundle("Shop", versions: ["Shop"])
        try directory.write("not a plist", to: "Shop.xcdatamodeld/.xccurrentversion")

        let error = #expect(throws: ModelError.self) { try ManagedObjectModel(contentsOf: path) }

        #expect(error?.faults.first?.message.contains("not a property list") == true)
        #expect(error?.faults.first?.file == "\(path)/.xccurrentversion")
    }

    @Test("A compiled model is refused, and the error names the source file to use")
    func compiledModels() throws {
        let directory = try TemporaryDirectory()
        for name in ["Shop.momd/VersionInfo.plist", "Shop.momd/Shop 2.mom"] {
            try directory.write("bplist00", to: name)
        }
        func fault(_ name: String) -> String? {
            let path = directory.path + "/" + name
            let error = #expect(throws: ModelError.self) {
                try ManagedObjectModel(contentsOf: path)
            }
            return error?.faults.first?.message
        }

        #expect(
            fault("Shop.momd")
                == "this is a compiled model, which is not read: take the Shop.xcdatamodeld that it"
                + " was made from")
        #expect(fault("Shop.momd/Shop 2.mom")?.hasPrefix("this is a compiled model") == true)
    }

    @Test("Missing files, empty bundles and versions without contents have different errors")
    func missingFiles() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "Empty.xcdatamodeld/readme")
        try directory.write("", to: "Old.xcdatamodel/elements")
        try directory.write("", to: "Bare.xcdatamodel/readme")

        #expect(message(directory, "None.xcdatamodeld") == "there is no such file")
        #expect(message(directory, "Empty.xcdatamodeld")?.contains("no model version") == true)
        #expect(message(directory, "Old.xcdatamodel")?.contains("before Xcode 4") == true)
        #expect(message(directory, "Bare.xcdatamodel") == "there is no such file")
    }

    @Test("A single version has no versions")
    func versionOfVersion() throws {
        let directory = try TemporaryDirectory()
        let bundle = try directory.bundle("Shop", versions: ["Shop"])

        #expect(throws: ModelError.self) {
            try ManagedObjectModel(contentsOf: "\(bundle)/Shop.xcdatamodel", version: "Shop")
        }
        #expect(throws: ModelError.self) {
            try ManagedObjectModel.versions(of: "\(bundle)/Shop.xcdatamodel/contents")
        }
    }

    private func message(_ directory: TemporaryDirectory, _ name: String) -> String? {
        let error = #expect(throws: ModelError.self) {
            try ManagedObjectModel(contentsOf: "\(directory.path)/\(name)")
        }
        return error?.faults.first?.message
    }
}
