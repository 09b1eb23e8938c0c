import Testing

@testable import Web

@Suite("The members of a page model")
struct TemplateMembersTests {
    private struct Model: Sendable {
        var title = "Sofa"
        var subtitle: String? = "red"
        var footer: String?
    }

    @Test("Members are found by name, and optional ones without their wrapping")
    func members() {
        let members = TemplateMembers(Model())

        #expect(members.child(named: "title") as? String == "Sofa")
        let subtitle = members.child(named: "subtitle")
        #expect(subtitle.map { Mirror(reflecting: $0).displayStyle == nil } == true)
        #expect(subtitle as? String == "red")
    }

    @Test("What is absent or has no value is nothing")
    func absent() {
        let members = TemplateMembers(Model())

        #expect(members.child(named: "footer") == nil)
        #expect(members.child(named: "header") == nil)
    }
}
