/**
 * Parses a query. A parameter that is given more than once has a list of values. A value whose percent-encoding means nothing (`%zz`, an
 * encoded surrogate) becomes a lone surrogate, which no parameter takes, instead of a text that nobody has sent (decisions 1.6).
 */
export function parseQuery(query: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null);
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    const known = values[name];
    if (known === undefined) values[name] = value;
    else if (typeof known === 'string') values[name] = [known, value];
    else known.push(value);
  }
  return values;
}

const LONE_SURROGATE = '\udfff';

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return LONE_SURROGATE;
  }
}
