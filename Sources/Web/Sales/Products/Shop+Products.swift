import Domain
import Foundation
import Persistence

/// An edit of a product that has changed since the form was opened.
struct StaleProduct: Error {
    /// The product as it is saved now.
    let saved: ProductValues

    /// The conflict for programs, with the product as it is saved now.
    var error: SiteError {
        var error = SiteError.stale(
            "It has version \(saved.rowVersion) now. Read it again, or post without a version.")
        error.members = [("current", saved.json)]
        return error
    }
}

/// A product as a form posts it.
struct ProductInput: Sendable {
    /// The fields as they were typed.
    let typed: GuardedForm
    private let name: Posted<String>
    private let price: Posted<Decimal>
    /// The version that the form was filled from; nil where the last write wins.
    let version: Int64?
    private let faults: [FormFault]

    /// Reads a form.
    ///
    /// - Parameter isNew: whether the form makes a product.
    init(_ form: FormData, isNew: Bool) {
        typed = GuardedForm(form)
        var decoder = FormDecoder(typed.form)
        typed.faults.forEach { decoder.fail($0) }
        name =
            decoder.message(for: "name") == nil
            ? decoder.requiredLine("name", label: "Name", isNew: isNew) : .absent
        let count = decoder.faults.count
        price =
            decoder.message(for: "price") == nil
            ? decoder.money("price", label: "Price") : .absent
        let isMissing = price == .cleared || (isNew && price == .absent)
        if isMissing, decoder.faults.count == count, decoder.message(for: "price") == nil {
            decoder.fail("price", "Price", "it is needed; 0 is a price too")
        }
        version = decoder.integer("version", label: "Version", in: 0...Int.max).value
            .map(Int64.init)
        faults = decoder.faults
    }

    /// Gives a product what was posted.
    ///
    /// - Throws: ``FormRefusal`` with everything that is wrong with the form.
    func apply(to product: Product, in context: ManagedObjectContext) throws {
        var list = FaultList(faults)
        if let name = name.value, let other = try other(named: name, than: product, context) {
            list.add([
                FormFault(
                    field: "name", label: "Name",
                    message: "there is a product “\(other.name ?? name)” already")
            ])
        }
        if let name = name.value, name != product.name { product.name = name }
        if let price = price.value, price != product.price { product.price = price }
        try list.add(valuesOf: product, ["name", "price"])
        try list.check()
    }

    private func other(
        named name: String, than product: Product, _ context: ManagedObjectContext
    ) throws -> Product? {
        guard name.lowercased() != product.name?.lowercased() else { return nil }
        return try Product.named(name, otherThan: product, in: context)
    }
}

extension Shop {
    /// The product that an address names.
    ///
    /// - Throws: a 404 if there is none.
    func product(_ number: Int64, in context: ManagedObjectContext) throws -> Product {
        guard let product = try Product.find(number, in: context) else {
            throw SiteError.notFound("There is no such product")
        }
        return product
    }

    /// Adds a product.
    ///
    /// - Throws: ``FormRefusal``.
    func addProduct(_ input: ProductInput) async throws -> ProductValues {
        try await change { context in
            let product = Product(context: context)
            try input.apply(to: product, in: context)
            return try save(product, in: context)
        }
    }

    /// Changes a product.
    ///
    /// - Throws: ``FormRefusal``, ``StaleProduct``, and a 404.
    func updateProduct(_ number: Int64, with input: ProductInput) async throws -> ProductValues {
        try await change { context in
            let product = try product(number, in: context)
            if let version = input.version, version != product.rowVersion {
                throw StaleProduct(saved: try ProductValues(product, in: context))
            }
            try input.apply(to: product, in: context)
            return try save(product, in: context)
        }
    }

    /// Takes a product out of what is sold, or offers it again.
    ///
    /// - Throws: a 404.
    func retireProduct(_ number: Int64, _ isRetired: Bool) async throws -> ProductValues {
        try await change { context in
            let product = try product(number, in: context)
            if isRetired { product.retire() } else { product.unretire() }
            return try save(product, in: context)
        }
    }

    /// Deletes a product that was never sold. Returns it as it was.
    ///
    /// - Throws: ``FormRefusal`` if a sale has it, and a 404.
    func deleteProduct(_ number: Int64) async throws -> ProductValues {
        try await change { context in
            let product = try product(number, in: context)
            let values = try ProductValues(product, in: context)
            guard !values.isSold else { throw FormRefusal(faults: [.soldProduct(values)]) }
            context.delete(product)
            try household.save(context)
            return values
        }
    }

    private func save(_ product: Product, in context: ManagedObjectContext) throws -> ProductValues
    {
        try household.save(context)
        return try ProductValues(product, in: context)
    }
}

extension FormFault {
    /// A product that cannot be deleted.
    fileprivate static func soldProduct(_ product: ProductValues) -> FormFault {
        FormFault(
            field: "lines", label: "Sales",
            message: "“\(product.name)” was sold and cannot be deleted; retire it instead")
    }
}
