import ObjectModel
import Testing

struct PropertySlotTests {
    @Test("Slots are sorted by name, ignoring case, with the root entity’s first")
    func slotOrder() {
        var animal = EntityDescription("Animal")
        animal.attributes = [.init("weight", .double), .init("Age", .integer16)]
        animal.relationships = [.init(toOne: "owner", "Animal")]
        var dog = EntityDescription("Dog", superentityName: "Animal")
        dog.attributes = [.init("breed", .string)]
        let model = ManagedObjectModel(entities: [animal, dog])

        let slots = model.propertySlots(of: "Dog")

        #expect(slots == ["Age", "owner", "weight", "breed"])
        #expect(model.propertySlots(of: "Animal") == ["Age", "owner", "weight"])
    }

    @Test("A composite attribute has a slot for each leaf")
    func compositeSlots() {
        var home = AttributeDescription("home", .composite, isOptional: false)
        home.compositeName = "Address"
        var position = AttributeDescription("position", .composite, isOptional: false)
        position.compositeName = "Coordinate"
        var person = EntityDescription("Person")
        person.attributes = [.init("name", .string), home]
        var model = ManagedObjectModel(entities: [person])
        model.compositeAttributes = [
            .init("Address", attributes: [.init("street", .string), position]),
            .init("Coordinate", attributes: [.init("y", .double), .init("x", .double)]),
        ]

        let slots = model.propertySlots(of: "Person")

        #expect(slots == ["home.position.x", "home.position.y", "home.street", "name"])
    }

    @Test("A circular composite attribute ends as a single leaf")
    func circularComposite() {
        var inner = AttributeDescription("inner", .composite, isOptional: false)
        inner.compositeName = "Loop"
        var loop = AttributeDescription("loop", .composite, isOptional: false)
        loop.compositeName = "Loop"
        var entity = EntityDescription("Thing")
        entity.attributes = [loop]
        var model = ManagedObjectModel(entities: [entity])
        model.compositeAttributes = [.init("Loop", attributes: [inner])]

        #expect(model.propertySlots(of: "Thing") == ["loop.inner"])
    }
}
