"""Sends requests that Schemathesis generates from /openapi.json to a temporary household.

No request may cause an internal error, or a response with an undescribed status, type or document.
Event streams, backups, and routes that open the program to the network or sign people in are excluded.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "BrowserTests"))

from program import Program  # noqa: E402

LEFT_OUT = r"(\.events|\.zip)$|^/(backup|settings/network|sign-|phone|account|people|sharing|sections/)"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def main():
    program = Program(20, "--all", serve=["--no-accounts"])
    try:
        return subprocess.run(
            [os.path.join(os.path.dirname(os.path.abspath(sys.executable)), "schemathesis"), "run", program.address + "/openapi.json",
             "--exclude-path-regex", LEFT_OUT, "--checks", CHECKS, "--phases", "coverage,fuzzing",
             "--max-examples", os.environ.get("EXAMPLES", "20"), "--workers", "2", "--seed", "1",
             "--request-timeout", "60", "--continue-on-failure", "--no-color",
             "--suppress-health-check", "all", *sys.argv[1:]], cwd=program.folder).returncode
    finally:
        program.stop()


if __name__ == "__main__":
    sys.exit(main())
