import type { RegisteredColumn } from '../register.ts';
import type { ArchivedTable } from './lines.ts';
import type { Manifest } from './manifest.ts';

/** The README.md of an archive, which describes each of its fields. @param tables each as {@link describeTable} has it */
export function readMe(
  {
    institution,
    release,
    createdAt,
    withKeys,
    withCredentials,
    isExact,
    cursorKeys,
  }: Omit<Manifest, 'tables' | 'records'>,
  tables: readonly string[],
): string {
  return `# ${institution.name}

Everything that Lyceum ${release} stores of the institution \`${institution.ref}\` (${institution.id}), at ${createdAt}.
${isExact ? 'Nothing could change meanwhile: all is of one moment.' : 'The rows of each service are of one moment. The moments differ by as long as it took.'}

- \`manifest.json\` has the moments, and the number of rows and the SHA-256 of the lines of each table. Its own SHA-256
  is the digest of the whole.
- \`api/NAME.jsonl\` has records as the API shows them, whose reference describes their fields: each line is an object of
  the list of that name. \`api/hours.csv\` has the time records as Export CSV of the console has them. They were read after
  the rows, and are not imported.
- \`SERVICE/TABLE.jsonl.zst\` has the rows of a table, compressed by Zstandard (RFC 8878): each line is a row as JSON, in
  the order of its key. Instants are RFC 3339 in UTC, bytes base64, 64-bit numbers and ranges text.
- What is of the moment is not here: sessions of the console, sign-in links, what was typed into forms, emails on their way.
${withCredentials ? complete(cursorKeys !== undefined) : WITHOUT_CREDENTIALS}${withCredentials && withKeys ? '- What installations encrypt is encrypted with the key that was given.\n' : '- What installations encrypt is left out.\n'}
${tables.join('\n')}`;
}

function complete(hasCursorKeys: boolean): string {
  return `- Secrets are hashes.
- Cursors of the feed are signed: they hold in an installation whose CURSOR_KEYS has the key of this one. ${
    hasCursorKeys
      ? 'It is in the manifest, encrypted; an import with the key of the archive writes it into a file. '
      : ''
  }Passkeys work
  where the console has the same host.
- \`lyceum institutions verify FILE\` reads all of it; \`lyceum institutions import FILE\` reads it into another
  installation.
`;
}

const WITHOUT_CREDENTIALS = `- Credentials, also hashed, and traces of requests, such as their ids, are left out: \`without\` of the manifest names the
  columns, and \`requestId\` of events is null.
- \`lyceum institutions verify FILE\` reads all of it; \`lyceum institutions import FILE --as-new REF\` makes a copy with
  new ids of it.
`;

/** What the README.md says of a table. */
export function describeTable(service: string, { name, columns, without }: ArchivedTable): string {
  const left = without.map((column) => `\`${column.name}\``).join(', ');
  const fields = columns.map((column) => `| \`${column.name}\` | ${column.type} | ${meaningOf(column)} |`);
  if (fields.length === 0) return `## ${service}/${name}\n\nLeft out.\n`;
  return `## ${service}/${name}

| Field | Type | Of people |
|---|---|---|
${fields.join('\n')}
${left && `\nLeft out: ${left}.\n`}`;
}

function meaningOf({ says, whose, sealedFor }: RegisteredColumn): string {
  if (says === 'nothing') return '';
  const owner = typeof whose === 'string' ? whose : whose.map((column) => `\`${column}\``).join(', ');
  return `${says} of ${owner}${sealedFor === null ? '' : ', encrypted'}`;
}
