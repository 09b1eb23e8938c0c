// Generated from the model Cookbook. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension Cook {
    public var name: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var recipes: Set<Recipe> {
        get { toMany(at: 1, as: Recipe.self) }
        set { setToMany(newValue, at: 1) }
    }

    public func addToRecipes(_ object: Recipe) {
        addToMany(CollectionOfOne(object), at: 1)
    }

    public func addToRecipes(_ objects: some Sequence<Recipe>) {
        addToMany(objects.map { $0 }, at: 1)
    }

    public func removeFromRecipes(_ object: Recipe) {
        removeFromToMany(CollectionOfOne(object), at: 1)
    }

    public func removeFromRecipes(_ objects: some Sequence<Recipe>) {
        removeFromToMany(objects.map { $0 }, at: 1)
    }
}

nonisolated extension Ingredient {
    public var name: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var recipes: Set<Recipe> {
        get { toMany(at: 1, as: Recipe.self) }
        set { setToMany(newValue, at: 1) }
    }

    public func addToRecipes(_ object: Recipe) {
        addToMany(CollectionOfOne(object), at: 1)
    }

    public func addToRecipes(_ objects: some Sequence<Recipe>) {
        addToMany(objects.map { $0 }, at: 1)
    }

    public func removeFromRecipes(_ object: Recipe) {
        removeFromToMany(CollectionOfOne(object), at: 1)
    }

    public func removeFromRecipes(_ objects: some Sequence<Recipe>) {
        removeFromToMany(objects.map { $0 }, at: 1)
    }
}

nonisolated extension Recipe {
    public var cook: Cook? {
        get { toOne(at: 0, as: Cook.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var dateAdded: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var ingredients: Set<Ingredient> {
        get { toMany(at: 2, as: Ingredient.self) }
        set { setToMany(newValue, at: 2) }
    }

    public func addToIngredients(_ object: Ingredient) {
        addToMany(CollectionOfOne(object), at: 2)
    }

    public func addToIngredients(_ objects: some Sequence<Ingredient>) {
        addToMany(objects.map { $0 }, at: 2)
    }

    public func removeFromIngredients(_ object: Ingredient) {
        removeFromToMany(CollectionOfOne(object), at: 2)
    }

    public func removeFromIngredients(_ objects: some Sequence<Ingredient>) {
        removeFromToMany(objects.map { $0 }, at: 2)
    }

    public var minutes: Int16 {
        get { int16(at: 3) }
        set { setInt16(newValue, at: 3) }
    }

    public var photo: Data? {
        get { data(at: 4) }
        set { setData(newValue, at: 4) }
    }

    public var steps: [Step] {
        get { orderedToMany(at: 5, as: Step.self) }
        set { setOrderedToMany(newValue, at: 5) }
    }

    public func addToSteps(_ object: Step) {
        addToMany(CollectionOfOne(object), at: 5)
    }

    public func addToSteps(_ objects: some Sequence<Step>) {
        addToMany(objects.map { $0 }, at: 5)
    }

    public func removeFromSteps(_ object: Step) {
        removeFromToMany(CollectionOfOne(object), at: 5)
    }

    public func removeFromSteps(_ objects: some Sequence<Step>) {
        removeFromToMany(objects.map { $0 }, at: 5)
    }

    public func insertIntoSteps(_ object: Step, at index: Int) {
        insertIntoOrdered(object, at: index, slot: 5)
    }

    public func removeFromSteps(at index: Int) {
        removeFromOrdered(at: index, slot: 5)
    }

    public func moveSteps(from source: Int, to destination: Int) {
        moveInOrdered(from: source, to: destination, slot: 5)
    }

    public func replaceSteps(at index: Int, with object: Step) {
        replaceInOrdered(at: index, with: object, slot: 5)
    }

    public var title: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }
}

nonisolated extension Step {
    public var recipe: Recipe? {
        get { toOne(at: 0, as: Recipe.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var text: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}

/// The classes and key paths that are generated from the model Cookbook.
nonisolated public let cookbookModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "Cook", objectClass: Cook.self,
        properties: [
            ("name", \Cook.name),
            ("recipes", \Cook.recipes),
        ]),
    ManagedObjectClass(
        entityName: "Ingredient", objectClass: Ingredient.self,
        properties: [
            ("name", \Ingredient.name),
            ("recipes", \Ingredient.recipes),
        ]),
    ManagedObjectClass(
        entityName: "Recipe", objectClass: Recipe.self,
        properties: [
            ("cook", \Recipe.cook),
            ("dateAdded", \Recipe.dateAdded),
            ("ingredients", \Recipe.ingredients),
            ("minutes", \Recipe.minutes),
            ("photo", \Recipe.photo),
            ("steps", \Recipe.steps),
            ("title", \Recipe.title),
        ]),
    ManagedObjectClass(
        entityName: "Step", objectClass: Step.self,
        properties: [
            ("recipe", \Step.recipe),
            ("text", \Step.text),
        ]),
]
