import Testing

@testable import Persistence

@Suite("Join members in memory")
struct JoinMembersTests {
    @Test("After random changes, the members equal an array without duplicates")
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

    // With a linear search for each member, this would take an hour.
    @Test("A record can have a large number of members", .endsIfItHangs)
    func manyMembers() {
        var join = MemoryJoin(isSymmetric: false)

        for key in 1...300_000 { join.add(1, Int64(key)) }
        #expect(join.destinations(of: 1, isFirst: true).count == 300_000)
        join.removeAll(of: 1, isFirst: true)

        #expect(join.destinations(of: 1, isFirst: true).isEmpty)
    }
}
