import Testing

extension GoldenClient {
    /// Undoes what can be undone in the complete household, and continues with the waiting import.
    func checkWhatWaits(_ about: GoldenHousehold.About) async throws {
        try await checkChangesOfItems(about)
        try await checkTrash()

        #expect(try await texts("name", in: "/tags").contains("deleted") == false)
        try await post(#require(about.undo["record"]))
        #expect(try await texts("name", in: "/tags").contains("deleted"))

        #expect(try await flag("isTicked", of: "flour", in: "/groceries") == false)
        try await post("/groceries/redo")
        #expect(try await flag("isTicked", of: "flour", in: "/groceries"))
        try await post("/groceries/undo")
        #expect(try await flag("isTicked", of: "flour", in: "/groceries") == false)

        let names = try await texts("name", in: "/groceries")
        // The preview of an earlier version has expired; its file is still there.
        try await post(about.waiting.path + "/mapping", [("kind", "groceries")])
        try await post(about.waiting.path)
        let bought = try await texts("name", in: "/groceries")
        #expect(Set(bought).subtracting(names) == ["salt", "rice"])

        #expect(try await texts("itemName", in: "/items").contains("Tent"))
        try await post(#require(about.undo["import"]))
        #expect(
            Set(try await texts("itemName", in: "/items")).isDisjoint(with: ["Tent", "Stove"]))
    }

    private func checkChangesOfItems(_ about: GoldenHousehold.About) async throws {
        #expect(try await label("location", of: "Vase") == "Garage")
        try await post(#require(about.undo["edit"]))
        #expect(try await label("location", of: "Vase") == "House › Living room")
        #expect(try await label("location", of: "Pan") == "House › Kitchen › Cupboard")

        #expect(try await label("assetType", of: "Lid") == "Kitchen")
        try await post(#require(about.undo["merge"]))
        #expect(try await label("assetType", of: "Lid") == "Pans")

        #expect(try await texts("itemName", in: "/items").contains("Ladder") == false)
        try await post(#require(about.undo["delete"]))
        #expect(
            try await record("Ladder", in: "/items", by: "itemName")["tags"]?.elements.count == 1)
        try await post(#require(about.undo["tag"]))
        #expect(try await record("Ladder", in: "/items", by: "itemName")["tags"]?.elements == [])
    }

    /// An item, a photo and a document are restored from the trash.
    private func checkTrash() async throws {
        let trash = try await get("/trash.json")
        let radio = try #require(
            trash["records"]?.elements.first { $0["itemName"] == .text("Old radio") })
        guard case .text(let path) = radio["restore"] else {
            Issue.record("The item has no address that brings it back: \(radio.words)")
            return
        }
        try await post(path)
        #expect(try await texts("itemName", in: "/items").contains("Old radio"))

        let count = try await texts("name", in: "/documents").count
        try await post("/documents/3/restore")
        #expect(try await texts("name", in: "/documents").count == count + 1)
        guard
            case .text(let sofa) = try await record("Söfa", in: "/items", by: "itemName")["itemKey"]
        else {
            Issue.record("There is no key")
            return
        }
        let photos = try await texts("id", in: "/items/\(sofa)/photos").count
        try await post("/item-photos/2/restore")
        #expect(try await texts("id", in: "/items/\(sofa)/photos").count == photos + 1)
    }

    private func record(
        _ text: String, in list: String, by name: String = "name"
    ) async throws -> GoldenValue {
        let records = try await get(list + ".json?perPage=200")["records"]?.elements ?? []
        return try #require(records.first { $0[name] == .text(text) }, "\(text)")
    }

    private func flag(_ name: String, of text: String, in list: String) async throws -> Bool {
        try await record(text, in: list)[name] == .flag(true)
    }

    private func label(_ name: String, of item: String) async throws -> String? {
        guard
            case .text(let label) = try await record(item, in: "/items", by: "itemName")[name]?[
                "label"]
        else { return nil }
        return label
    }
}
