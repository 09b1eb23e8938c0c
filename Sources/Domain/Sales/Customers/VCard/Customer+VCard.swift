import Foundation
public import Persistence

extension Customer {
    /// The customer as a vCard.
    public var vCard: VCard {
        var card = VCard(name: name ?? "")
        card.emails = [emailid].compactMap(\.self)
        card.numbers = [contactno].compactMap(\.self).map { ContactNumber($0) } + furtherNumbers
        card.addresses = postalAddresses
        card.tags = tagNames
        card.notes = notes
        return card
    }

    /// Adds details of a vCard that the customer lacks; existing ones stay.
    ///
    /// - Returns: the added details in words, empty if there are none; and the rejected ones with
    ///   reasons.
    /// - Throws: errors of the store.
    public func complete(
        with card: VCard, in context: ManagedObjectContext
    ) throws -> (added: [String], omitted: [String]) {
        var (added, omitted) = ([String](), card.omissions)
        let emails = try completeEmail(card, &added, &omitted)
        completeNumbers(card, in: context, &added, &omitted)
        completeAddresses(card, in: context, &added, &omitted)
        try completeTags(card, in: context, &added, &omitted)
        completeNotes(card, emails: emails, &added, &omitted)
        return (added, omitted)
    }

    /// Takes the first valid e-mail address of a card.
    ///
    /// - Returns: the addresses that the customer does not get.
    private func completeEmail(
        _ card: VCard, _ added: inout [String], _ omitted: inout [String]
    ) throws -> [String] {
        var others: [String] = []
        for email in card.emails where email.lowercased() != emailid?.lowercased() {
            guard emailid == nil else {
                others.append(email)
                continue
            }
            emailid = email
            do {
                try validateValue(forKey: "emailid")
                added.append(email)
            } catch PersistenceError.validation {
                emailid = nil
                omitted.append("“\(email.prefix(60))” is not an e-mail address")
            }
        }
        return others
    }

    private func completeNumbers(
        _ card: VCard, in context: ManagedObjectContext, _ added: inout [String],
        _ omitted: inout [String]
    ) {
        var further = furtherNumbers
        for number in card.numbers {
            let digits = CustomerMatcher.digits(number.number)
            let known = ([contactno].compactMap(\.self) + further.map(\.number))
                .map(CustomerMatcher.digits)
            if known.contains(digits) { continue }
            if contactno == nil {
                contactno = number.number
            } else if further.count < Self.mostContacts {
                further.append(number)
            } else {
                omitted.append(Self.tooMany(number.number, "numbers"))
                continue
            }
            added.append(number.number)
        }
        take(numbers: further, in: context)
    }

    private func completeAddresses(
        _ card: VCard, in context: ManagedObjectContext, _ added: inout [String],
        _ omitted: inout [String]
    ) {
        var known = postalAddresses
        for address in card.addresses where !known.contains(where: { $0.lines == address.lines }) {
            let text = address.lines.joined(separator: ", ")
            guard known.count < Self.mostContacts else {
                omitted.append(Self.tooMany(text, "addresses"))
                continue
            }
            known.append(address)
            added.append(text)
        }
        take(addresses: known, in: context)
    }

    private func completeTags(
        _ card: VCard, in context: ManagedObjectContext, _ added: inout [String],
        _ omitted: inout [String]
    ) throws {
        var known = tagNames
        for tag in tagNames(in: card.tags)
        where !known.contains(where: { $0.lowercased() == tag.lowercased() }) {
            guard known.count < Self.mostContacts else {
                omitted.append(Self.tooMany(tag, "tags"))
                continue
            }
            known.append(tag)
            added.append(tag)
        }
        try take(tags: known, in: context)
    }

    /// Takes the notes of a card, and further e-mail addresses.
    private func completeNotes(
        _ card: VCard, emails: [String], _ added: inout [String], _ omitted: inout [String]
    ) {
        if let text = card.notes, notes?.contains(text) != true {
            if notes == nil, text.count <= Self.longestNotes {
                notes = text
                added.append("notes")
            } else {
                omitted.append(notes == nil ? "its notes are too long" : "there are notes already")
            }
        }
        for email in emails where notes?.lowercased().contains(email.lowercased()) != true {
            let text = [notes, VCard.note(of: email)].compactMap(\.self).joined(separator: "\n")
            guard text.count <= Self.longestNotes else {
                omitted.append("“\(email.prefix(60))”: there is no room left in the notes")
                continue
            }
            notes = text
            added.append("\(email) (in the notes)")
        }
    }

    private static func tooMany(_ text: String, _ what: String) -> String {
        "“\(text.prefix(60))”: at most \(mostContacts) \(what) are kept"
    }
}

extension VCard {
    /// A further e-mail address as a line of notes, because a customer has one address.
    static func note(of email: String) -> String { "E-mail: \(email)" }

    /// The notes with further e-mail addresses; nil for none.
    public var notesWithEmails: String? {
        let lines = [notes].compactMap(\.self) + emails.dropFirst().map(Self.note)
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
