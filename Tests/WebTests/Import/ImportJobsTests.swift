import Foundation
import Testing

@testable import Domain
@testable import Web

@Suite("Waiting for import jobs")
struct ImportJobsTests {
    private static let token = String(repeating: "0a", count: 16)

    private static func withJobs(
        _ body: (ImportJobs, Household) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "homeowner-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let household = try Household(directory: DataDirectory(path: folder))
        try await body(ImportJobs(household), household)
        try household.close()
    }

    /// The preview of a file with a number of rows.
    private static func preview(_ count: Int, _ household: Household) async throws -> ImportPreview
    {
        let rows = (1...count).map { "Thing \($0),S\($0)\n" }.joined()
        let file = try ImportFile(Data("itemName,serialNumber\n\(rows)".utf8), named: "x.csv")
        return .plan(file, try await household.plan(file))
    }

    @Test("A waiting request gets the end of its job, even if others got it or started another")
    func ownEnd() async throws {
        try await Self.withJobs { jobs, _ in
            let first = try jobs.begin(Self.token, at: .everything, named: "") { _ in
                .imported(.gone)
            }
            try await jobs.end(of: Self.token, at: .everything)
            // A page that shows the progress.
            #expect(try jobs.take(Self.token, at: .everything) != nil)
            let second = try jobs.begin(Self.token, at: .everything, named: "") { _ in .changed }
            try await jobs.end(of: Self.token, at: .everything)

            guard
                case .imported(.gone)? = try await jobs.wait(
                    for: first, of: Self.token, atMost: .zero)
            else {
                Issue.record("The first end is lost")
                return
            }
            // That was not the end of the second.
            #expect(try jobs.knows(Self.token, at: .everything))
            guard
                case .changed? = try await jobs.wait(for: second, of: Self.token, atMost: .zero)
            else {
                Issue.record("The second end is lost")
                return
            }
            #expect(try jobs.take(Self.token, at: .everything) == nil)
        }
    }

    @Test("Ends of short jobs are stored for a page, of long ones only the latest; waiters get all")
    func manyEnds() async throws {
        try await Self.withJobs { jobs, household in
            for (count, remembered) in [(2, 5), (1_001, 2)] {
                let preview = try await Self.preview(count, household)
                var begun: [(token: String, job: ImportJobs.Job)] = []
                for index in 0..<5 {
                    let token = String(repeating: "\(index)", count: 32)
                    let job = try jobs.begin(token, at: .everything, named: "") { _ in
                        .previewed(preview)
                    }
                    begun.append((token, job))
                    try await jobs.end(of: token, at: .everything)
                }

                let known = try begun.filter { try jobs.knows($0.token, at: .everything) }
                #expect(known.map { $0.token } == begun.suffix(remembered).map { $0.token })
                for (token, job) in begun {
                    let end = try await jobs.wait(for: job, of: token, atMost: .zero)
                    guard case .previewed? = end else {
                        Issue.record("An end is lost")
                        return
                    }
                }
            }
        }
    }

    @Test("No job starts with a file while another request cancels it")
    func alone() async throws {
        try await Self.withJobs { jobs, _ in
            let value = try jobs.alone(with: Self.token, at: .everything) {
                #expect(throws: ImportJobs.AlreadyRunning.self) {
                    try jobs.begin(Self.token, at: .everything, named: "") { _ in .changed }
                }
                #expect(throws: ImportJobs.AlreadyRunning.self) {
                    try jobs.alone(with: Self.token, at: .everything) {}
                }
                return 7
            }
            #expect(value == 7)
            #expect(try !jobs.knows(Self.token, at: .everything))

            try jobs.begin(Self.token, at: .everything, named: "") { _ in .changed }
            try await jobs.end(of: Self.token, at: .everything)
            #expect(try jobs.take(Self.token, at: .everything) != nil)
        }
    }
}
