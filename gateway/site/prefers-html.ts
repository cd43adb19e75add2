import { weightsIn } from '../http/message-heads.ts';

/**
 * Whether a client prefers a page to JSON (RFC 9110, 12.5.1): the header Accept gives `text/html` a greater weight than
 * `application/json`, or the same one by naming only the first. Any other client gets JSON.
 */
export function prefersHtml(accept = ''): boolean {
  const weights = weightsIn(accept);
  const [html, json] = [weightOf('text/html', weights), weightOf('application/json', weights)];
  return html > json || (html === json && html > 0 && weights.has('text/html') && !weights.has('application/json'));
}

/** The weight of the most specific range that matches the type. */
function weightOf(type: string, weights: ReadonlyMap<string, number>): number {
  return weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*') ?? 0;
}
