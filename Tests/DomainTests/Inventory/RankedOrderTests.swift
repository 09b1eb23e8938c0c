import Testing

@testable import Domain

struct RankedOrderTests {
    @Test("It answers as a sorted array does, after thousands of edits")
    func likeAnArray() {
        var random = SeededNumbers(state: 7)
        var array: [RankedOrder.Entry] = []
        var order = RankedOrder(array)

        for step in 0..<6_000 {
            let isRemoval = !array.isEmpty && random.next() % 5 < 2
            if isRemoval {
                let index = Int(random.next() % UInt64(array.count))
                let wasThere = order.remove(array.remove(at: index).recordNumber)
                #expect(wasThere)
            } else {
                let entry = RankedOrder.Entry(
                    value: Double(random.next() % 500), recordNumber: Int64(step))
                array.append(entry)
                array.sort()
                order.insert(entry)
            }
        }

        #expect(order.count == array.count)
        #expect(array.indices.allSatisfy { order[$0] == array[$0] })
        #expect(array.indices.allSatisfy { order.index(of: array[$0]) == $0 })
    }

    @Test("What is not there has no index and cannot be taken out")
    func absent() {
        var order = RankedOrder([
            .init(value: 1, recordNumber: 1), .init(value: 2, recordNumber: 2),
        ])

        #expect(order.index(of: .init(value: 1, recordNumber: 2)) == nil)
        #expect(order.index(of: .init(value: 3, recordNumber: 1)) == nil)
        #expect(order[2] == nil)
        #expect(order[-1] == nil)
        let wasThere = order.remove(3)
        #expect(!wasThere)
        #expect(order.count == 2)
    }

    @Test("A record that is added again has one place, the last one, and a copy its former one")
    func moved() {
        var order = RankedOrder([])
        for number in [5, -1, 511, 512, 1_000_000_000] as [Int64] {
            order.insert(.init(value: Double(number), recordNumber: number))
        }
        let copy = order

        order.insert(.init(value: -7, recordNumber: 512))
        order.insert(.init(value: -7, recordNumber: 512))

        #expect((0..<5).map { order[$0]?.recordNumber } == [512, -1, 5, 511, 1_000_000_000])
        #expect(order.count == 5)
        #expect((0..<5).map { copy[$0]?.recordNumber } == [-1, 5, 511, 512, 1_000_000_000])
    }

    @Test("It is empty after everything was taken out, and takes entries again")
    func emptied() {
        let entries = (0..<Int64(2_000)).map {
            RankedOrder.Entry(value: Double($0), recordNumber: $0)
        }
        var order = RankedOrder(entries)

        for entry in entries { order.remove(entry.recordNumber) }
        order.insert(entries[5])

        #expect(order.count == 1)
        #expect(order[0] == entries[5])
    }
}
