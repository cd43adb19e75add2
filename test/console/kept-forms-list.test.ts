import { afterAll, beforeAll, expect, it } from 'vitest';
import { screens } from '../../console/screens/screens.ts';
import { newAdministrator, newLink, type TestAdministrator } from '../support/console/administrator.ts';
import { addressesOfForms } from '../support/console/form-addresses.ts';
import { hiddenIn, Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';

/** Buttons beside which nothing can be typed: without a session, they lead to the sign-in page alone. */
const BUTTONS = ['/webhooks/{id}/enable', '/account/passkeys/options', '/account/sessions/{id}/end'];
/** Files, and what comes of them, belong to the session in which they were sent. */
const FILES = ['/people/import', '/people/import/{id}'];
const forms = screens.filter(({ submit, isPublic }) => submit && !isPublic);
let addressOf: (path: string) => string;

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
beforeAll(async () => {
  // With a mail server, which nobody is to reach, there is a form about email.
  system = await TestSystem.start({ smtpUrl: 'smtp://127.0.0.1:9' });
  ada = await newAdministrator(system);
  // Passkeys need a host name.
  visitor = new Visitor(system.consoleUrl.replace('127.0.0.1', 'localhost'));
  await visitor.post(await newLink(ada));
  addressOf = await addressesOfForms(system, ada, visitor);
});
afterAll(() => system.stop());

const WORD = 'Kept marker';
/** A field into which a word can be typed. */
const FIELD = /<(?:input type="(?:text|email|url|search)"|textarea) id="([\w-]+)"/;

it.each(forms.filter(({ view, path }) => view && !FILES.includes(path)))(
  '$path keeps what was typed when the session had ended, and shows it after signing in',
  async ({ path }) => {
    const address = addressOf(path);
    const page = await visitor.get(address);
    expect([address, page.status]).toEqual([address, 200]);
    const field = FIELD.exec(page.text.slice(page.text.indexOf('class="form"')))?.[1];
    visitor.cookies.delete('lyceum-console');
    const answer = await visitor.post(address, { ...hiddenIn(page), ...(field && { [field]: WORD }) });
    expect(answer.headers.get('location')).toMatch(/^\/console\/sign-in\?next=/);
    const entered = await visitor.post(await newLink(ada));
    expect(entered.headers.get('location')).toBe(address);
    const filled = await visitor.follow(entered);
    expect(filled).toMatchObject({ status: 200, text: expect.stringContaining('What you typed is here again') });
    if (field) expect(filled.text).toMatch(new RegExp(`value="${WORD}"|>\\s*${WORD}</textarea>`));
  },
);

it('what has no page of its own is a button beside which nothing is typed', () => {
  expect(forms.filter(({ view }) => !view).map(({ path }) => path)).toEqual(BUTTONS);
});
