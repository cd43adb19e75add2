/** An email as it was received. */
export interface ReceivedMail {
  readonly recipients: readonly string[];
  /** By lower-case name; several of one name in their order. Unfolded and decoded. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  readonly html: string;
}

/** Reads an email with a text and an HTML part. @param raw its bytes as Latin-1 */
export function readMail(raw: string, recipients: readonly string[]): ReceivedMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.slice(2, -2)));
  const contentOf = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.[0]?.startsWith(type));
    if (!part) throw new Error(`the email has no part of the type ${type}`);
    return decoded(part.body, part.headers.get('content-transfer-encoding')?.[0] ?? '7bit').replaceAll('\r\n', '\n');
  };
  return { recipients, headers, text: contentOf('text/plain'), html: contentOf('text/html') };
}

function split(text: string): { readonly headers: Map<string, string[]>; readonly body: string } {
  const end = text.indexOf('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    headers.getOrInsertComputed(line.slice(0, colon).toLowerCase(), () => []).push(words(value));
  }
  return { headers, body: text.slice(end + 4) };
}

/** Encoded words of a header (RFC 2047), joined as they are split. */
function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? decoded(text, 'base64') : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    );
}

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'latin1').toString();
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
