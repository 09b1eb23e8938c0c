/// A template as a tree.
indirect enum TemplateNode {
    case variable(String)
    case section(String, [TemplateNode])
    case inverted(String, [TemplateNode])
    case partial(String)
    case parent(String, blocks: [String: [TemplateNode]])
    case block(String, [TemplateNode])

    static func nodes(in template: String) -> [TemplateNode] {
        var tags = TemplateTag.tags(in: template)[...]
        return nodes(&tags)
    }

    private static func nodes(_ tags: inout ArraySlice<TemplateTag>) -> [TemplateNode] {
        var nodes: [TemplateNode] = []
        while let tag = tags.popFirst() {
            switch tag.kind {
            case .end: return nodes
            case .comment: break
            case .variable, .unescaped: nodes.append(.variable(tag.name))
            case .section: nodes.append(.section(tag.name, self.nodes(&tags)))
            case .inverted: nodes.append(.inverted(tag.name, self.nodes(&tags)))
            case .partial: nodes.append(.partial(tag.name))
            case .block: nodes.append(.block(tag.name, self.nodes(&tags)))
            case .parent:
                var blocks: [String: [TemplateNode]] = [:]
                for case .block(let name, let content) in self.nodes(&tags) {
                    blocks[name] = content
                }
                nodes.append(.parent(tag.name, blocks: blocks))
            }
        }
        return nodes
    }
}
