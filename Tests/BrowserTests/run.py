"""Runs the modules of tests, or the named ones, some at a time. Prints the report of each when it ends."""

import concurrent.futures
import glob
import os
import subprocess
import sys

# A browser waits more than it computes.
AT_ONCE = 2


def run(module):
    process = subprocess.run([sys.executable, "-m", "unittest", "-v", module], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(f"{module}\n{process.stdout}", flush=True)
    return module if process.returncode or "\nRan 0 tests" in process.stdout else None


def main():
    # The large ones first, so that none is left at the end.
    files = sorted(glob.glob("test_*.py"), key=os.path.getsize, reverse=True)
    modules = sys.argv[1:] or [name.removesuffix(".py") for name in files]
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        failed = [module for module in pool.map(run, modules) if module]
    print(f"{len(modules)} modules, {len(failed)} failed: {' '.join(failed)}" if failed else
          f"{len(modules)} modules passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
