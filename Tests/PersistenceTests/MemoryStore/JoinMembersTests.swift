import Testing

@testable import Persistence

@Suite("The pairs of one record in memory")
struct JoinMembersTests {
    @Test("Members are those of an array in which none comes twice, whatever is done")
    func randomChanges() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var (members, plain) = (JoinMembers(), [Int64]())
            for _ in 0..<200 {
                let key = Int64.random(in: 1...40, using: &random)
                if Bool.random(using: &random) {
                    members.append(key)
                    if !plain.contains(key) { plain.append(key) }
                } else {
                    members.remove(key)
                    plain.removeAll { $0 == key }
                }
                #expect(members.keys == plain)
                #expect(members.contains(key) == plain.contains(key))
                #expect(members.isEmpty == plain.isEmpty)
            }
        }
    }

    // With a look through all members for each, this takes an hour.
    @Test("A record may have very many members", .endsIfItHangs)
    func manyMembers() {
        var join = MemoryJoin(isSymmetric: false)

        for key in 1...300_000 { join.add(1, Int64(key)) }
        #expect(join.destinations(of: 1, isFirst: true).count == 300_000)
        join.removeAll(of: 1, isFirst: true)

        #expect(join.destinations(of: 1, isFirst: true).isEmpty)
    }
}
