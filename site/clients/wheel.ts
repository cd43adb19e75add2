import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';

/** Builds the wheel of the Python client: the same source gives the same bytes. */
export async function buildWheel(folder: string, version: string): Promise<Uint8Array> {
  const info = `lyceum_client-${version}.dist-info`;
  const names = (await readdir(join(folder, 'lyceum_client'), { recursive: true }))
    .filter((name) => name.endsWith('.py') || name === 'py.typed')
    .map((name) => `lyceum_client/${name.replaceAll('\\', '/')}`)
    .sort();
  const files = new Map<string, Uint8Array>();
  for (const name of names) files.set(name, await readFile(join(folder, name)));
  files.set(`${info}/METADATA`, strToU8(metadata(version) + (await readFile(join(folder, 'README.md'), 'utf8'))));
  files.set(`${info}/WHEEL`, strToU8(WHEEL));
  const digests = [...files].map(
    ([name, data]) => `${name},sha256=${hash('sha256', data, 'base64url')},${data.length}\n`,
  );
  files.set(`${info}/RECORD`, strToU8(`${digests.join('')}${info}/RECORD,,\n`));
  const entries: Zippable = Object.fromEntries([...files].map(([name, data]) => [name, [data, ENTRY]]));
  return zipSync(entries);
}

const metadata = (version: string) => `Metadata-Version: 2.1
Name: lyceum-client
Version: ${version}
Summary: Client of the Lyceum API for Python 3.9 and later, without dependencies.
License: UNLICENSED
Requires-Python: >=3.9
Description-Content-Type: text/markdown

`;
const WHEEL = 'Wheel-Version: 1.0\nGenerator: lyceum\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The permissions of an unpacked file (Unix, rw-r--r--), and the earliest time that an archive can hold. */
const ENTRY = { level: 9, os: 3, attrs: 0o100644 << 16, mtime: '1980-01-01T00:00:00' } as const;
