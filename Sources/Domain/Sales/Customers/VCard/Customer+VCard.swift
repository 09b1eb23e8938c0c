public import Persistence

extension Customer {
    /// What an address card can say of the customer.
    public var vCard: VCard {
        var card = VCard(name: name ?? "")
        card.emails = [emailid].compactMap(\.self)
        card.numbers = [contactno].compactMap(\.self).map { ContactNumber($0) } + furtherNumbers
        card.addresses = postalAddresses
        card.tags = tagNames
        card.notes = notes
        return card
    }

    /// Takes from an address card what is not known yet: nothing that is there is changed.
    ///
    /// - Returns: what was taken, in words; empty if all of it was known.
    /// - Throws: errors of the store.
    public func complete(with card: VCard, in context: ManagedObjectContext) throws -> [String] {
        var added: [String] = []
        if emailid == nil, let email = card.emails.first {
            emailid = email
            added.append(email)
        }
        added += try completeNumbers(card, in: context)
        var known = postalAddresses
        for address in card.addresses where known.count < Self.mostContacts {
            guard !known.contains(where: { $0.lines == address.lines }) else { continue }
            known.append(address)
            added.append(address.lines.joined(separator: ", "))
        }
        take(addresses: known, in: context)
        let tags = card.tags.filter { tag in
            !tagNames.contains { $0.lowercased() == tag.lowercased() }
        }.prefix(max(Self.mostContacts - tagNames.count, 0))
        if !tags.isEmpty {
            try take(tags: tagNames + tags, in: context)
            added += tags
        }
        if notes == nil, let text = card.notes {
            notes = String(text.prefix(Self.longestNotes))
            added.append("notes")
        }
        return added
    }

    private func completeNumbers(
        _ card: VCard, in context: ManagedObjectContext
    ) throws -> [String] {
        var added: [String] = []
        var further = furtherNumbers
        for number in card.numbers {
            let digits = CustomerMatcher.digits(number.number)
            let known = ([contactno].compactMap(\.self) + further.map(\.number))
                .map(CustomerMatcher.digits)
            guard !known.contains(digits), further.count < Self.mostContacts else { continue }
            if contactno == nil { contactno = number.number } else { further.append(number) }
            added.append(number.number)
        }
        take(numbers: further, in: context)
        return added
    }
}
