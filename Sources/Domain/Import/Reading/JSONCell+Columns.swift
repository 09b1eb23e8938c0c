/// Which values of JSON are understood in which columns.
extension JSONCell {
    /// What is wrong with it where it goes; nil for nothing.
    func fault(in place: ImportHeader.Place) -> String? {
        switch self {
        case .none, .text: nil
        case .flag(let flag):
            place.column.takesFlags || (place.column == .notes && place.label != nil)
                ? nil : "it is \(flag), where a text or a number belongs"
        case .object where place.column.isStructured, .list where place.column.isStructured:
            "it is not in the format of an export"
        case .object:
            place.column.takesObjects && hasName
                ? nil : "it is an object, where a text or a number belongs"
        case .list(let parts):
            place.column.takesLists && parts.allSatisfy(\.isPart)
                ? nil : "it is a list, where a text or a number belongs"
        }
    }

    /// Whether it is an object that a text stands for.
    private var hasName: Bool {
        guard case .object(let members) = self, case .text? = members["label"] ?? members["name"]
        else { return false }
        return true
    }

    /// Whether it is a part of a list: a text, what a text stands for, or a telephone number with what it is.
    private var isPart: Bool {
        switch self {
        case .text: true
        case .object(let members): hasName || members["number"]?.isPlain == true
        case .none, .flag, .list: false
        }
    }

    /// Whether it is neither an object nor a list.
    private var isPlain: Bool {
        switch self {
        case .none, .text, .flag: true
        case .object, .list: false
        }
    }

    /// Whether it is an object of plain values, and of lists of such objects.
    var isEntry: Bool {
        guard case .object(let members) = self else { return false }
        return members.values.allSatisfy { value in
            guard case .list(let parts) = value else { return value.isPlain }
            return parts.allSatisfy(\.isEntry)
        }
    }
}

extension ImportColumn {
    /// Whether yes and no stand in it.
    fileprivate var takesFlags: Bool {
        [.isWalkIn, .isOnAccount, .isCash, .isTicked, .fields].contains(self)
    }

    /// Whether another record stands in it, which JSON has as an object with a name.
    fileprivate var takesObjects: Bool {
        switch self {
        case .assetType, .location, .container, .category, .taxRate, .kind, .customer,
            .customerName, .product, .productName, .sale, .returnOf, .lentTo, .tags:
            true
        default: false
        }
    }

    /// Whether an export writes a list of objects for it, each of which is understood or refused.
    fileprivate var isStructured: Bool {
        [.addresses, .care, .formerLoans, .formerValues].contains(self)
    }

    /// Whether several texts stand in it, which JSON has as a list.
    fileprivate var takesLists: Bool { [.tags, .numbers, .files].contains(self) }
}
