import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of two servers that moves, sells, adds and edits, and sends a form again if there is no
/// response, like a user who presses the button again.
struct CrashVisitor: Sendable {
    let number: Int
    let servers: ServerPair
    let customer: Int
    /// The paths of the counters, which are items with values.
    let counters: [String]
    let picture: Data
    let tally: CrashTally

    func visit() async throws {
        while !tally.present.isOver, !Task.isCancelled {
            switch Int.random(in: 0..<10) {
            case 0...2: try await move()
            case 3...5: try await sell()
            case 6...7: try await edit(Int.random(in: counters.indices))
            case 8: try await add(withPicture: false)
            default: try await add(withPicture: true)
            }
        }
    }

    // MARK: - What it does

    /// Moving twice to the same place is harmless.
    private func move() async throws {
        guard let list = try await get("/items.json?perPage=200"),
            let records = list["records"] as? [[String: Any]],
            let key = records.randomElement()?["itemKey"] as? String
        else { return }
        let target = Int.random(in: records.indices)
        let answer = try await send {
            try $0.form("/items/\(key)/position", "toIndex=\(target)", asProgram: true)
        }
        guard answer?.status == 200 else { return expect(answer, [503]) }
        tally.note {
            $0.moves += 1
            $0.progress += 1
        }
    }

    private func sell() async throws {
        let cents = tally.nextNumber()
        let price = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
        let fields =
            "date=2026-11-21&lines[0][productName]=Lamp&lines[0][quantity]=1"
            + "&lines[0][unitPrice]=\(price)&form=sale\(cents)"
        let answer = try await sendUntilAnswered {
            try $0.form("/customers/\(customer)/sales", fields, asProgram: true)
        }
        tally.note {
            if answer == nil {
                $0.sales.unknown.insert(cents)
            } else {
                $0.sales.saved.insert(cents)
                $0.progress += 1
            }
        }
    }

    private func add(withPicture hasPicture: Bool) async throws {
        let mark = tally.nextNumber()
        let name = "Thing \(mark)"
        let answer = try await sendUntilAnswered { server in
            let fields = [("itemName", name), ("form", "item\(mark)")]
            guard hasPicture else {
                return try server.form(
                    "/items", "itemName=Thing+\(mark)&form=item\(mark)", asProgram: true)
            }
            return try server.upload("/items", fields, picture, as: ("image", "photo.png"))
        }
        let key = try answer?.member("itemKey", as: String.self)
        tally.note {
            if let key {
                $0.items.saved.insert(name)
                if hasPicture { $0.pictures.insert(key) }
                $0.progress += 1
            } else {
                $0.items.unknown.insert(name)
            }
        }
    }

    /// Adds one to the value of a counter, unless another client is faster.
    private func edit(_ index: Int) async throws {
        guard let item = try await get(counters[index] + ".json") else { return }
        let value = try #require(item["valueInDollars"] as? Int)
        let version = try #require(item["version"] as? Int)
        let answer = try await send {
            try $0.form(
                counters[index], "valueInDollars=\(value + 1)&version=\(version)", asProgram: true)
        }
        expect(answer, [200, 409, 503])
        // A response that nothing was changed must be true.
        let isUnknown = answer.map { $0.status == 503 && $0.text.contains("is not known") } ?? true
        tally.note {
            if answer?.status == 200 {
                $0.edits[index].saved += 1
                $0.progress += 1
            }
            if answer?.status == 409 { $0.conflicts += 1 }
            if isUnknown { $0.edits[index].unknown += 1 }
        }
    }

    // MARK: - Requests

    /// Sends a form with a token repeatedly, until its outcome is known.
    ///
    /// - Returns: nil if it stays unknown: the form is not saved a second time then.
    private func sendUntilAnswered(
        _ make: (RunningServer) throws -> URLRequest
    ) async throws -> RunningServer.Answer? {
        var isSentBefore = false
        while true {
            let answer = try await send(make)
            switch answer?.status {
            case 201: return answer
            case 409 where isSentBefore: return nil
            case 503, nil: break
            default:
                expect(answer, [201])
                return nil
            }
            isSentBefore = true
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Sends a request to any running server. Returns nil without a response.
    private func send(
        _ make: (RunningServer) throws -> URLRequest
    ) async throws -> RunningServer.Answer? {
        let server = try servers.server(of: number)
        let request = try make(server)
        do {
            let answer = try await server.sendOnce(request)
            if answer.status == 503 { tally.note { $0.refusals += 1 } }
            return answer
        } catch let error where !(error is CancellationError) {
            tally.note { $0.losses += 1 }
            return nil
        }
    }

    private func get(_ path: String) async throws -> [String: Any]? {
        let answer = try await send { try $0.page(path) }
        if let answer, answer.status == 200 {
            return try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        }
        expect(answer, [503])
        try await Task.sleep(for: .milliseconds(20))
        return nil
    }

    private func expect(_ answer: RunningServer.Answer?, _ statuses: Set<Int>) {
        guard let answer, !statuses.contains(answer.status) else { return }
        Issue.record("\(answer.address): \(answer.status) \(answer.text.prefix(400))")
    }
}
