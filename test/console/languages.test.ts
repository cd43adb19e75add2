import { describe, expect, it } from 'vitest';
import { inLanguage, Language } from '../../console/components/language.ts';
import { screens } from '../../console/screens/screens.ts';
import { CLOSE, OPEN } from '../../languages/pseudo.ts';
import { newAdministrator, newLink, signedIn } from '../support/console/administrator.ts';
import { bareTextsIn } from '../support/console/bare-texts.ts';
import { oneOfEach } from '../support/console/one-of-each.ts';
import { Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';

const PSEUDO = { 'accept-language': 'en-XA' };
/** Names are Greek, so that no text of ours is taken for one. */
const NAME = 'Ωμέγα';
const DATA = new RegExp(
  [
    // Classes of statuses come before the digits of names.
    '[2-5]xx',
    '[\\p{Script=Greek}\\d]+',
    '[\\w.+-]+@[\\w.-]+',
    'https?:\\S*',
    '/(?:api|console|docs)\\S*',
    '[\\da-f]{8}-[\\da-f-]{27}',
    '(?:Europe|Africa|America|Asia)/\\w+',
    'institution-\\w+',
    '§.*',
    'Lyceum|UTC|BEE|node|undici|test(?:er)?\\b|(?:An)?[Oo]ther',
    // Of dates, which are written in the language.
    '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\\b',
    '(?:Jan|Feb|March|April|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\\b',
  ].join('|'),
  'gu',
);
/** Files, and what needs a mail server or a provider. */
const NO_PAGES = /export|hand-over$|download$|sign-in$|problem-email$|openid\/try$/;

const system = await TestSystem.start();
const ada = await newAdministrator(system, { name: NAME });
const visitor = await signedIn(system, ada);
const addressOf = await oneOfEach(system, ada, visitor, { name: NAME });
const own = screens.filter(({ view, isPublic, path }) => view && !isPublic && !NO_PAGES.test(path));

describe('in the pseudo-language, nothing is bare', () => {
  it.each(own.map(({ path }) => path))('%s', async (path) => {
    const asked = await visitor.get(addressOf(path), PSEUDO);
    // Lists of time lead to a period.
    const { status, text } =
      asked.status === 303 ? await visitor.get(asked.headers.get('location') ?? '', PSEUDO) : asked;
    expect([status, bareTextsIn(text, DATA)]).toEqual([200, []]);
    expect(text).toContain('<html lang="en-XA">');
  });

  it.each([
    ...['nothing', 'requests?status=9&to=never', 'requests?requestId=none', 'people?search=nobody', 'people?state=x'],
    ...['settings?form-key=x&time_tracking_timezone=Mars&user_code_format=x&example=x', 'audit?kind=unicorn'],
    ...['time-records?from=2026-10-01&to=2028-10-31&person=W', 'time-records?from=2026-09-01&to=2026-10-31'],
    ...['time-records/export?from=x&to=y', 'search?q=W', 'events?type=x', 'time-records/add?form-key=x'],
  ])('%s', async (path) => {
    expect(bareTextsIn((await visitor.get(`/console/${path}`, PSEUDO)).text, DATA)).toEqual([]);
  });

  it('before signing in', async () => {
    for (const path of ['/console/sign-in', '/console/not-signed-in', await newLink(ada), '/console/link/used'])
      expect([path, bareTextsIn((await new Visitor(system.consoleUrl).get(path, PSEUDO)).text, DATA)]).toEqual([
        path,
        [],
      ]);
  });
});

it.each(own.map(({ path }) => path))('German buttons of %s end with an infinitive', async (path) => {
  const { text } = await visitor.get(addressOf(path), { 'accept-language': 'de-AT,en;q=0.5' });
  const buttons = [...text.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, label = '']) =>
    label.replaceAll(/<span class="hidden"[^>]*>.*?<\/span>|<[^>]*>/g, '').trim(),
  );
  expect(buttons.filter((label) => label !== '' && !/\p{L}{2}e?[lr]?n$/u.test(label))).toEqual([]);
});

it('says what was done in a message', async () => {
  for (const language of (await Language.read(['en-XA'])).values())
    for (const { path, success } of screens)
      if (success) expect([path, inLanguage(language, success)]).toEqual([path, expect.stringMatching(/^⟦.*⟧$/)]);
});

it('finds what is bare', () => {
  const page = `<p title="bare">${OPEN}marked <a href="/x">Ωμέγα</a>${CLOSE} <b>bold</b> <code>x y</code></p>`;
  expect(bareTextsIn(page, DATA)).toEqual(['p title: bare', 'b: bold']);
});
