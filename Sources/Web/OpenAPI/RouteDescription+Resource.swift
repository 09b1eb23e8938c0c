import Domain

/// The descriptions of the routes of a resource.
extension RouteDescription {
    /// The page of a record.
    static func record(of resource: any ShownResource) -> RouteDescription {
        document(resource.schema).called("Show \(resource.words.anyOne)")
    }

    /// The form of a new record.
    static func new(_ resource: any Resource) -> RouteDescription {
        opening(resource.formFields).called("Form of a new \(resource.words.one)")
    }

    /// Adding a record.
    ///
    /// - Parameter fields: further fields of the form, besides those of the resource. Default: none.
    static func adding(
        to resource: any Resource, _ fields: [RouteParameter] = []
    ) -> RouteDescription {
        form(of: fields + resource.formFields, gives: resource.schema).adding
            .called("Add \(resource.words.anyOne)")
    }

    /// Changing a record.
    static func updating(_ resource: any Resource) -> RouteDescription {
        form(of: resource.formFields + [.version], gives: resource.schema)
            .called("Change \(resource.words.anyOne)")
    }

    /// Deleting a record.
    static func deleting(_ resource: any Resource) -> RouteDescription {
        form(of: resource.deletionField.map { [$0] } ?? [], gives: resource.schema)
            .called("Delete \(resource.words.anyOne)")
    }

    /// Adding copies of a record.
    static func copying(_ resource: any Resource) -> RouteDescription {
        let copied = resource.copyFields.map(RouteParameter.init)
        return form(
            of: resource.formFields + [.count] + copied, gives: .records(resource.schema)
        ).adding.called("Copy \(resource.words.anyOne)")
    }
}

extension Resource {
    /// The fields of its form.
    var formFields: [RouteParameter] {
        furtherFields
            + fields.flatMap { field in
                guard case .reference(let other) = field.kind, other.takesNewLocation else {
                    return [RouteParameter(field)]
                }
                return [
                    RouteParameter(field),
                    RouteParameter(ChosenLocation.nameField(field.name), "The name of a new one"),
                ]
            }
    }
}

extension ResourceWords {
    /// `a product`, `an item`.
    fileprivate var anyOne: String {
        ("aeiou".contains(one.prefix(1)) ? "an " : "a ") + one
    }
}
