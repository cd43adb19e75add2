import type { StoredRequest } from './chunks.ts';

/** What a text is looked for in the parts of requests: names, emails, codes of a person. Null for whatever may be one. */
export type Texts = readonly string[] | null;

/**
 * A request of which no part names a person any more: such a part of the path, the query, the detail or the errors
 * becomes `…`. The request itself if none does. Texts are found as whole words, in any case and percent-encoded.
 */
export function withoutPerson(request: StoredRequest, texts: Texts): StoredRequest {
  const names = namesIn(texts);
  const path = withoutPathParts(request.path, names, texts === null);
  const detail = request.detail && names(request.detail) ? GONE : request.detail;
  const errors = request.errors && names(request.errors) ? withoutMessages(request.errors) : request.errors;
  const isSame = path === request.path && detail === request.detail && errors === request.errors;
  return isSame ? request : { ...request, path, detail, errors };
}

const GONE = '…';

/** Errors as JSON, without what they say of values. */
function withoutMessages(errors: string): string {
  return JSON.stringify((JSON.parse(errors) as object[]).map((error) => ({ ...error, message: GONE })));
}

type Names = (text: string) => boolean;

function namesIn(texts: Texts): Names {
  if (texts === null) return () => true;
  const patterns = texts.map(
    (text) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(folded(text))}(?![\\p{L}\\p{N}])`, 'u'),
  );
  return (text) => patterns.some((pattern) => pattern.test(folded(text)));
}

function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

/** @param onlyQuery whether segments of the path stay, as those of ids do */
function withoutPathParts(path: string, names: Names, onlyQuery: boolean): string {
  const [way = '', ...queries] = path.split('?');
  const kept = onlyQuery ? way : way.replace(/[^/]+/g, (part) => (names(decoded(part)) ? GONE : part));
  if (queries.length === 0) return kept;
  const query = queries.join('?').replace(/[^&=]*=([^&]*)|[^&]+/g, (pair, value?: string) => {
    if (!names(decoded(value ?? pair))) return pair;
    return value === undefined ? GONE : `${pair.slice(0, pair.length - value.length)}${GONE}`;
  });
  return `${kept}?${query}`;
}

/** Also what is encoded several times. */
function decoded(part: string): string {
  let text = part.replaceAll('+', ' ');
  for (let times = 0; times < MAX_ENCODINGS && text.includes('%'); times++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

const MAX_ENCODINGS = 3;
