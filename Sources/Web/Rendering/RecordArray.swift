import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// Records for programs, all of them in one answer, `{"records": […]}`, written as they are read.
struct RecordArray<Record: ManagedObject>: Sendable {
    let batches: RecordBatches<Record>
    /// A record for programs: an object, or one for each of its lines.
    let objects: @Sendable (Record) throws -> [JSONValue]

    /// The answer with some records, in their order. One that is deleted before its turn is left out.
    func response(_ ids: [ManagedObjectID]) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: ResponseBody { [batches, objects] writer in
                try await writer.write(ByteBuffer(string: "{\"records\":["))
                var isFirst = true
                try await batches.read(ids) { records, _ in
                    // With brackets around it, which are those of the whole.
                    let part = JSONValue.array(try records.flatMap(objects)).text
                    return ByteBuffer(string: String(part.dropFirst().dropLast()))
                } _: { part in
                    guard part.readableBytes > 0 else { return }
                    if !isFirst { try await writer.write(ByteBuffer(string: ",")) }
                    isFirst = false
                    try await writer.write(part)
                }
                try await writer.write(ByteBuffer(string: "],\"total\":\(ids.count)}\n"))
                try await writer.finish(nil)
            })
    }
}
