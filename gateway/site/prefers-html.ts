/**
 * Whether a client prefers a page to JSON (RFC 9110, 12.5.1): the header Accept gives `text/html` a greater weight than `application/json`,
 * or the same one by naming only the first. Any other client gets JSON.
 */
export function prefersHtml(accept = ''): boolean {
  const weights = weightsIn(accept);
  const [html, json] = [weightOf('text/html', weights), weightOf('application/json', weights)];
  return html > json || (html === json && html > 0 && weights.has('text/html') && !weights.has('application/json'));
}

/** The weights of media ranges by name. Malformed members are ignored; parameters other than `q` make no difference. */
function weightsIn(accept: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = member.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (WEIGHT.test(q)) weights.set(range, Math.max(weights.get(range) ?? 0, Number(q)));
  }
  return weights;
}

/** The weight of the most specific range that matches the type. */
function weightOf(type: string, weights: ReadonlyMap<string, number>): number {
  return weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0;
}

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
