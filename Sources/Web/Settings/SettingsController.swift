import Domain
import Hummingbird
import Persistence

/// Shows and changes the settings of the household.
struct SettingsController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .settings, by: .people,
            as: .document(.members("household currency region paperLanguage version")), use: show,
            json: showJSON)
        routes.post(
            .settings, by: .editors(of: .overview).editing(.sales),
            as: .form(
                "household", "currency", "region", "countryCode", "start", .version,
                gives: .members("household currency region paperLanguage version")), use: update)
        routes.post(.appearance, by: .people, as: .form("appearance"), use: updateAppearance)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let lock = try await currencyLock
        let page = SettingsPage(
            site, for: context.client, lock: lock, notices: site.notices(for: request))
        var response = try site.renderer.response(page, context: context)
        if !page.layout.notices.isEmpty {
            response.headers[.cacheControl] = "no-store"
            response.setCookie(FlashCookie.end(at: site.links(.settings)))
        }
        return response
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        .json(try await json)
    }

    private var json: JSONValue {
        get async throws {
            let language = try await site.household.container.read {
                try ShopProfile.current(in: $0)?.paperLanguage
            }
            return .object([
                ("household", .string(site.settings.name)),
                ("currency", .string(site.currency.code)),
                ("region", .string(site.region.identifier)), ("paperLanguage", .string(language)),
                ("version", .int(site.settingsVersion)),
            ])
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request)
        do {
            return try await save(form, request, context)
        } catch let stale as EditConflict<Int64> {
            guard !request.wantsJSON else { throw stale.error }
            var page = SettingsPage(site, for: context.client, lock: try await currencyLock)
            page.show(form, ValidationErrors(status: .conflict, faults: []))
            return try site.unsaved(page, status: .conflict, context)
        }
    }

    private func save(
        _ form: FormData, _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        try await site.answer(request, context, orRefuse: "The settings were not saved") {
            var decoder = FormDecoder(form)
            let start: FieldUpdate<StartAnswer> = decoder.choice("start", label: "Start")
            guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
            if start.value != .skip { try await save(form) }
            if start.value != nil { try site.settings.start() }
            guard start.value == nil || request.wantsJSON else {
                return site.redirect(to: .overview, after: request)
            }
            return site.changed(
                try await json, at: .settings, after: request, flash: .settingsSaved)
        } showing: { refusal in
            var page = SettingsPage(site, for: context.client, lock: try await currencyLock)
            page.show(form, refusal)
            return page
        }
    }

    /// The reason why the currency cannot be changed; nil if it can.
    private var currencyLock: String? {
        get async throws {
            try await site.household.container.read { try ShopProfile.currencyLock(in: $0) }
        }
    }

    /// Saves the submitted settings; missing fields stay.
    ///
    /// - Throws: ``ValidationErrors``, ``EditConflict``, and errors of the store and the file.
    private func save(_ form: FormData) async throws {
        let posted = PostedForm(form)
        var decoder = posted.decoder
        let (version, now) = (posted.version(&decoder), site.settingsVersion)
        if posted.isStale(version, now, site.settingsTexts) {
            throw EditConflict(Int64(0), version: now, try await json)
        }
        let form = decoder.form
        let name = decoder.line(
            "household", label: "Name", limit: HouseholdSettings.longestName)
        guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
        // The shop's record has currency, region and country; unchanged values, or no country, do
        // not create one.
        var profile = form
        profile.remove { name in
            switch name {
            case "currency": form[name] == site.currency.code
            case "region": form[name] == site.region.identifier
            case "countryCode": form[name] == "" && form["start"] != nil
            default: true
            }
        }
        if !profile.fields.isEmpty {
            let posted = profile
            try await site.change { records in
                try ShopProfile.take(posted, site.papers, in: records)
                try shop.household.save(records)
            }
        }
        try site.settings.rename(to: name.updating(site.settings.name) ?? "")
    }

    /// Stores the appearance in the browser.
    private func updateAppearance(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        var decoder = FormDecoder(try await site.form(of: request))
        let choice: FieldUpdate<Appearance> = decoder.choice("appearance", label: "Appearance")
        if choice.value == nil, decoder.faults.isEmpty {
            decoder.fail("appearance", "Appearance", "choose auto, light or dark")
        }
        guard decoder.faults.isEmpty, let appearance = choice.value else {
            throw SiteError.unprocessable("The appearance was not changed", faults: decoder.faults)
        }
        var response = site.redirect(to: .settings, after: request)
        response.setCookie(appearance.cookie(basePath: site.links.basePath))
        return response
    }
}
