import ObjectModel

/// A diagram of entities as rounded boxes with their properties, and relationships as lines between
/// them: one arrowhead for to-one, two for to-many.
struct ModelDiagram: Sendable {
    private let model: ManagedObjectModel
    private let entities: [EntityDescription]
    private let links: SiteLinks

    /// A diagram of some entities, without relationships to others.
    init(_ model: ManagedObjectModel, entities: [EntityDescription], _ links: SiteLinks) {
        self.model = model
        self.entities = entities
        self.links = links
    }

    /// The diagram as an `svg` element; nil if Graphviz is not installed or fails.
    var svg: String? {
        // The page reports it, and shows the same data in tables.
        try? GraphDrawing.svg(of: dot)
    }

    /// The diagram in the DOT language.
    var dot: String {
        let names = Set(entities.map(\.name))
        let lines = entities.flatMap { entity in
            (entity.superentityName.map { [inheritance(entity, from: $0)] } ?? [])
                + entity.relationships.filter { names.contains($0.destinationEntity) }
                .compactMap { line($0, from: entity) }
        }
        return """
            digraph {
            rankdir=TB; nodesep=0.4; ranksep=0.7; bgcolor=transparent;
            node [shape=plain, fontname="Helvetica,sans-serif", fontsize=13];
            edge [dir=both, arrowsize=0.8];
            \((entities.map(box) + lines).joined(separator: "\n"))
            }
            """
    }

    // MARK: - Boxes

    private func box(_ entity: EntityDescription) -> String {
        let rows =
            entity.attributes.map { row($0.name, $0.attributeType.rawValue) }
            + entity.relationships.map {
                row($0.name, "\($0.isToMany ? "⇉" : "→") \($0.destinationEntity)")
            }
            + entity.fetchedProperties.map { row($0.name, "⌕ \($0.fetchRequest.entityName)") }
        let parent = entity.superentityName.map { " : \($0)" } ?? ""
        let title =
            entity.isAbstract ? "<i>\(text(entity.name + parent))</i>" : text(entity.name + parent)
        let path = text(links(.modelEntity(entity.name)))
        return """
            \(node(entity.name)) [class="entity", label=<<table border="1" cellborder="0" \
            cellspacing="0" cellpadding="3" style="rounded">\
            <tr><td colspan="2" href="\(path)" title="\(text(entity.name))"><b>\(title)</b></td></tr>\
            \(rows.isEmpty ? "" : "<hr/>")\(rows.joined())</table>>];
            """
    }

    private func row(_ name: String, _ kind: String) -> String {
        """
        <tr><td align="left">\(text(name))</td><td align="left">\(text(kind))</td></tr>
        """
    }

    // MARK: - Lines

    private func inheritance(_ entity: EntityDescription, from parent: String) -> String {
        """
        \(node(parent)) -> \(node(entity.name)) \
        [class="inheritance", style=dashed, arrowtail=onormal, arrowhead=none];
        """
    }

    /// The line of a relationship and its inverse; nil for the one that is drawn with the other.
    private func line(
        _ relationship: RelationshipDescription, from entity: EntityDescription
    )
        -> String?
    {
        let inverse = model.inverse(of: relationship)
        guard isDrawn(relationship, entity, inverse) else { return nil }
        let tail = inverse.map { head($0) } ?? "none"
        return """
            \(node(entity.name)) -> \(node(relationship.destinationEntity)) \
            [class="relationship", arrowhead=\(head(relationship)), arrowtail=\(tail)];
            """
    }

    /// Whether a relationship is drawn, and not its inverse: a to-many one rather than a to-one one, so
    /// that owners are above the owned; otherwise a cascading one, or the first by name.
    private func isDrawn(
        _ relationship: RelationshipDescription, _ entity: EntityDescription,
        _ inverse: RelationshipDescription?
    ) -> Bool {
        guard let inverse else { return true }
        if relationship.isToMany != inverse.isToMany { return relationship.isToMany }
        let cascades = relationship.deleteRule == .cascade
        if cascades != (inverse.deleteRule == .cascade) { return cascades }
        return (entity.name, relationship.name)
            <= (relationship.destinationEntity, inverse.name)
    }

    private func head(_ relationship: RelationshipDescription) -> String {
        relationship.isToMany ? "normalnormal" : "normal"
    }

    // MARK: - Text

    /// The node name of an entity. Graphviz writes it into comments, so it does not contain the
    /// untrusted name.
    private func node(_ name: String) -> String {
        "e\(entities.firstIndex { $0.name == name } ?? -1)"
    }

    private func text(_ text: String) -> String { HTMLText.escaped(text) }
}

extension ManagedObjectModel {
    /// The inverse, or nil.
    fileprivate func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        relationship.inverseName.flatMap { name in
            allRelationships(of: relationship.destinationEntity).first { $0.name == name }
        }
    }
}
