import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

extension ListedResource {
    /// The request in a list's address; nil if it is malformed.
    ///
    /// - Parameter page: the page; nil for that of the address.
    func sharedRequest(_ address: String, page: Int?) -> ListRequest? {
        let head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: address, headerFields: [:])
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        let layout = site.household.container.coordinator.layout
        // An address that is not UTF-8 is not a list.
        let read = try? ListRequest(
            request, list.parameters, entity: entityName, layout)
        guard let read, let page else { return read }
        return sharedRequest(read.query.at(page: page).address(of: paths.list).path, page: nil)
    }

    /// The address of a view on the site, without a page; nil if it is invalid.
    func sharedAddress(_ address: String) -> String? {
        guard let request = sharedRequest(address, page: nil), request.faults.isEmpty else {
            return nil
        }
        return request.query.at(page: 1).address(of: paths.list).path
    }
}
