import Mustache
import Testing

@testable import Web

@Suite("The members of a page model")
struct TemplateMembersTests {
    private struct Model: Sendable {
        var title = "Sofa"
        var subtitle: String? = "red"
        var footer: String?
    }

    @Test("Members are found by name, and optional ones are unwrapped")
    func members() throws {
        let members = try Self.members(of: Model())

        #expect(Self.text(members, "title") == "Sofa")
        #expect(Self.text(members, "subtitle") == "red")
    }

    @Test("Nested models, alone and in lists, are found by name too")
    func nested() throws {
        struct Row: Sendable { var name = "Chair" }
        struct Page: Sendable {
            var first = Row()
            var rows = [Row(), Row(name: "Bench")]
            var names = ["a", "b"]
            var link = PathLink(label: "Sofa", path: "/items/1")
        }

        let members = try Self.members(of: Page())

        let first = try #require(members.child(named: "first") as? any MustacheParent)
        #expect(Self.text(first, "name") == "Chair")
        let rows = try #require(members.child(named: "rows") as? [Any])
        #expect(
            rows.map { ($0 as? any MustacheParent).flatMap { Self.text($0, "name") } } == [
                "Chair", "Bench",
            ])
        #expect(members.child(named: "names") as? [String] == ["a", "b"])
        let link = try #require(members.child(named: "link") as? any MustacheParent)
        #expect(Self.text(link, "path") == "/items/1")
    }

    @Test("Absent members and nil values render as nothing")
    func absent() throws {
        let members = try Self.members(of: Model())

        #expect(members.child(named: "footer") == nil)
        #expect(members.child(named: "header") == nil)
    }

    @Test("Repeated fragments are rendered as their HTML")
    func fragments() throws {
        struct Page: Sendable {
            var rows = [
                ListRow(
                    anchor: "product-1", path: "/products/1", name: "Lamp", [ListCell("$5.00")])
            ]
            var none: [ListRow] = []
        }

        let members = try Self.members(of: Page())

        let rows = try #require(Self.text(members, "rows"))
        #expect(rows.hasPrefix("<tr") && rows.contains(">Lamp</a>"))
        #expect(Self.text(members, "none") == "")
    }

    @Test("An empty text is absent, and a section of a text can use sibling members")
    func texts() throws {
        struct Row: Sendable {
            var name = "Chair"
            var note = ""
        }
        struct Page: Sendable {
            var title = "Sofa"
            var note = "red & old"
            var rows = [Row(), Row(name: "Bench", note: "<long>")]
            var tags: [String] = []
        }
        let template = try MustacheTemplate(
            string: "{{#note}}{{title}}: {{note}}, {{.}}{{/note}}"
                + "{{#rows}}|{{.name}}{{#.note}} {{.note}} of {{.name}}{{/.note}}{{^.note}} –{{/.note}}{{/rows}}"
                + "{{#empty(tags)}}|none{{/empty(tags)}}{{^empty(note)}}|noted{{/empty(note)}}")

        let members = try Self.members(of: Page())

        #expect(
            template.render(members)
                == "Sofa: red &amp; old, red &amp; old|Chair –|Bench &lt;long&gt; of Bench|none|noted"
        )
    }

    private static func members(of model: some Sendable) throws -> any MustacheParent {
        Rendering(try ViewsFolder.renderer()).members(of: model)
    }

    private static func text(_ members: any MustacheParent, _ name: String) -> String? {
        (members.child(named: name) as? TemplateText)?.renderText
    }
}
