"""Builds the wheel into a folder: python3 clients/python/build_wheel.py FOLDER. The same source gives the same bytes."""

import base64
import hashlib
import json
import sys
import zipfile
from pathlib import Path

SOURCE = Path(__file__).parent
VERSION = json.loads((SOURCE / "../typescript/package.json").read_text())["version"]
INFO = f"lyceum_client-{VERSION}.dist-info"

METADATA = f"""Metadata-Version: 2.1
Name: lyceum-client
Version: {VERSION}
Summary: Client of the Lyceum API for Python 3.9 and later, without dependencies.
License: UNLICENSED
Requires-Python: >=3.9
Description-Content-Type: text/markdown

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: lyceum\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def contents() -> dict:
    """The files of the wheel by their names."""
    paths = sorted(path for path in (SOURCE / "lyceum_client").rglob("*") if path.suffix == ".py" or path.name == "py.typed")
    files = {path.relative_to(SOURCE).as_posix(): path.read_bytes() for path in paths}
    files[f"{INFO}/METADATA"] = METADATA.encode() + (SOURCE / "README.md").read_bytes()
    files[f"{INFO}/WHEEL"] = WHEEL.encode()
    digests = {name: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=") for name, data in files.items()}
    record = [f"{name},sha256={digests[name]},{len(data)}\n" for name, data in files.items()]
    files[f"{INFO}/RECORD"] = "".join([*record, f"{INFO}/RECORD,,\n"]).encode()
    return files


with zipfile.ZipFile(Path(sys.argv[1]) / f"lyceum_client-{VERSION}-py3-none-any.whl", "w") as wheel:
    for name, data in contents().items():
        entry = zipfile.ZipInfo(name)
        entry.external_attr = 0o644 << 16
        wheel.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
