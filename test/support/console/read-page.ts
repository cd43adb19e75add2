import { expect } from 'vitest';
import type { TestClient } from '../test-client.ts';
import { type Answer, hiddenIn, type Visitor } from './visitor.ts';

/** What is stored to run as a script wherever it is not shown as text. */
export const HOSTILE = '"><img src=x onerror=alert(1)>\'</title><script>alert(1)</script>';
/** What a page has that shows it as anything else. */
export const RUNS = /<img|<script>|onerror=alert\(1\)>/;

/** A text without its tags. */
export const words = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** What an answer says in its alert. */
export const alertIn = ({ text }: Answer) =>
  words(/<div class="message bad" role="alert".*?<\/div><\/div>/s.exec(text)?.[0] ?? '');

export const saying = (text: string) => expect.objectContaining({ text: expect.stringContaining(text) });

export const valueIn = ({ text }: Answer, name: string) =>
  new RegExp(`<input [^>]*name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];

/** What a page says of a fact with this label. */
export function factIn({ text }: Answer, label: string): string {
  const [, id] = new RegExp(`<dt id="([^"]+)">${label}</dt>`).exec(text) ?? [];
  return words(new RegExp(`<output aria-labelledby="${id}">(.*?)</output>`, 's').exec(text)?.[1] ?? 'nothing').trim();
}

/** What is wrong with each field of a form, as people read it beside the field. */
export function faultsIn({ text }: Answer): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/<p class="error" id="(\w+)-fault">([^<]*)</g)].map(([, name, fault]) => [name, fault]),
  );
}

/** The texts of the first cells of a table's rows. */
export function rowsIn({ text }: Answer): string[] {
  return [...text.matchAll(/<tr><th scope="row"[^>]*>(.*?)<\/th>/gs)].map(([, cell = '']) =>
    cell.replaceAll(/<[^>]+>/g, ''),
  );
}

/** The rows of the table with a label, as people read them. */
export function tableIn({ text }: Pick<Answer, 'text'>, label: string): string[] {
  const [, rows = ''] =
    new RegExp(`<caption class="hidden">${label}</caption>.*?<tbody>(.*?)</tbody>`, 's').exec(text) ?? [];
  return [...rows.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => words(row).trim());
}

/** What has been done, as the page of the audit tells it, without what it learns later. */
export const changesIn = ({ text }: Answer) => [...text.matchAll(/<b>(.*?)<\/b>/g)].map(([, sentence]) => sentence);

/** The fields of a form as they stand on a page, without choices and longer texts. */
export function formOf(page: Answer): Record<string, string> {
  const inputs = page.text.matchAll(
    /<input type="(?:text|email|url|number|date|datetime-local)" [^>]*name="([^"]+)"[^>]* value="([^"]*)"/g,
  );
  const ticked = page.text.matchAll(/<input type="checkbox" [^>]*name="([^"]+)"[^>]* checked>/g);
  return {
    ...hiddenIn(page),
    ...Object.fromEntries([...inputs].map(([, name, value]) => [name, value])),
    ...Object.fromEntries([...ticked].map(([, name]) => [name, '1'])),
  };
}

/** What is chosen in the form of a page. */
export function chosenIn({ text }: Answer): Record<string, string> {
  const chosen = text.matchAll(/<select [^>]*name="([^"]+)"(?:(?!<\/select>).)*<option value="([^"]*)" selected>/gs);
  return Object.fromEntries([...chosen].map(([, name, value]) => [name, value]));
}

/** Where the link to another page of a list leads. */
export const pageLink = ({ text }: Answer, id: 'first-page' | 'previous-page' | 'next-page') =>
  new RegExp(`id="${id}" href="([^"]+)"`).exec(text)?.[1]?.replaceAll('&amp;', '&');

/** All pages of a list, from an address on. */
export async function walk(visitor: Visitor, from: string): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | undefined = from; next !== undefined; next = pageLink(pages.at(-1) as Answer, 'next-page'))
    pages.push(await visitor.get(next));
  return pages;
}

/** The events of a resource, each with who has made it. */
export async function eventsOf(client: TestClient, id: string | undefined): Promise<[string, string, string][]> {
  const { body } = await client.get(`/events?resourceId=${id}`);
  return (body.data as { type: string; actor: { type: string; id: string } }[]).map(({ type, actor }) => [
    type,
    actor.type,
    actor.id,
  ]);
}
