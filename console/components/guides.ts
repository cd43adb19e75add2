import { type Html, html } from './html.ts';
import { language } from './language.ts';

/** What a link to the page about accessibility, which is in English, has in its tag. */
export function accessibilityLink(publicUrl: string): Html {
  return html`href="${publicUrl}/docs/operate/accessibility" hreflang="en"`;
}

/**
 * What a link to a guide that is in German, too, has in its tag: the address in the reader's language, if there is one,
 * else the English one.
 * @param guide its name after `/`; empty for the list of all
 */
export function guideLink(publicUrl: string, guide: '' | '/people-from-a-spreadsheet'): Html {
  const isGerman = language().tag === 'de';
  return html`href="${publicUrl}/docs/${isGerman && 'de/'}guides${guide}" hreflang="${isGerman ? 'de' : 'en'}"`;
}
