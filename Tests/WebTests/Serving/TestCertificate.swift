/// An untrusted certificate with its key, valid for a hundred years: for tests only.
struct TestCertificate: Equatable, Sendable {
    let certificate: String
    let key: String

    static let first = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBhDCCASmgAwIBAgIUVTH1pz1ALWSkYsW4F7dFLI0LC5kwCgYIKoZIzj0EAwIw
            FjEUMBIGA1UEAwwLaG91c2UxLnRlc3QwIBcNMjYxMTIzMDk1NTM3WhgPMjEyNjEw
            MzAwOTU1MzdaMBYxFDASBgNVBAMMC2hvdXNlMS50ZXN0MFkwEwYHKoZIzj0CAQYI
            KoZIzj0DAQcDQgAEb8VsL9V62F3fitdsequQYxO950WMB1gQXAY9JSgAqeLYZG6o
            MvGuSzaXNuuV39O4qEJLbQHt/n75xfY1dgxlE6NTMFEwHQYDVR0OBBYEFM9jzu6r
            l1kIzC19HDUkB8vElSbwMB8GA1UdIwQYMBaAFM9jzu6rl1kIzC19HDUkB8vElSbw
            MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAL0nm6Ae6I2DqrRV
            /HfJF8JfY94tGMePD00+o8MHYsTTAiEAisfpnj+9kgj2V9jA/l+38vBlUMYeBhea
            ju4HO7KatPs=
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeNHJT6lpvTCguWuu
            kHCjlgsIjlGJ86pMAJIwczJMEiWhRANCAARvxWwv1XrYXd+K12x6q5BjE73nRYwH
            WBBcBj0lKACp4thkbqgy8a5LNpc265Xf07ioQkttAe3+fvnF9jV2DGUT
            -----END PRIVATE KEY-----

            """)

    static let second = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBgjCCASmgAwIBAgIUZZvwx0H6DYAqdRl55uz5PtG/ekowCgYIKoZIzj0EAwIw
            FjEUMBIGA1UEAwwLaG91c2UyLnRlc3QwIBcNMjYxMTIzMDk1NTM3WhgPMjEyNjEw
            MzAwOTU1MzdaMBYxFDASBgNVBAMMC2hvdXNlMi50ZXN0MFkwEwYHKoZIzj0CAQYI
            KoZIzj0DAQcDQgAETkjg1j9u+MIqkbHMV1YwvTXQapjdeFudIPJ1S3GrH3OhPGsd
            g956I7NWMVjLwHtSgzKxwISeIOskfnPusRPfTaNTMFEwHQYDVR0OBBYEFEa4jc7y
            uDKCEgvFqb86AOmL41PgMB8GA1UdIwQYMBaAFEa4jc7yuDKCEgvFqb86AOmL41Pg
            MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgHyKhB+a+49CznYkT
            VQe8UTLYlKo0MnRFTIHo4tRolSMCIGhyyvf1a/mjtIlK1PHz5Rx0mrvVLRoWu8Da
            BuVJTnhI
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWpUYC1HN74XPol+v
            Jgl4MaF/tQ+27mw5L42bb7k4jn6hRANCAAROSODWP274wiqRscxXVjC9NdBqmN14
            W50g8nVLcasfc6E8ax2D3nojs1YxWMvAe1KDMrHAhJ4g6yR+c+6xE99N
            -----END PRIVATE KEY-----

            """)
}
